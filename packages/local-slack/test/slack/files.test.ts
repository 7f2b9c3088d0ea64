// @module-tag long

import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { createLocalSlack } from '../../src/local-slack.ts';
import { readRecord, readText } from '../../src/page/read-json.ts';
import * as ids from '../../src/people-and-places.ts';
import { listenLocally } from '../../src/serve-locally.ts';
import { EVERY_SCOPE } from '../every-scope.ts';
import { createClient, openView, snapshotOf, typeCommand } from './call-slack.ts';
import { modal, section } from './limit-cases.ts';

const { SARA, FRONT_DESK } = ids;
/** The PNG signature. */
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * `/qr.png` is a picture; `/page.png` is HTML with an image type; `/plain.png` is a picture without one; all else is
 * 404.
 */
const startPictureServer = async () => {
  /** Requested paths. */
  const asked: string[] = [];
  const answers: Record<string, [type: string, body: Buffer]> = {
    '/qr.png': ['image/png', PNG],
    '/page.png': ['image/png', Buffer.from('<!doctype html>')],
    '/plain.png': ['text/plain', PNG],
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const [type, body] = answers[path] ?? [];
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': type ?? 'text/plain' }).end(body);
  });
  const { url, close } = await listenLocally(server, 0);
  return { url, asked, close };
};

let now = Date.UTC(2026, 10, 21);

const slack = perTest(() => createLocalSlack({ now: () => now, scopes: EVERY_SCOPE, filesReadyAfterMs: 0 }));
const web = perTest(startPictureServer);
const { call, code, post } = createClient(slack);

const announce = async (length: number, filename = 'qr.png') => {
  const answer = await call('files.getUploadURLExternal', { filename, length });
  return { id: readText(answer['file_id']), to: readText(answer['upload_url']) };
};
const send = async (to: string, body: BodyInit) => (await fetch(to, { method: 'POST', body })).status;
const complete = (id: string, more: object = {}) =>
  code('files.completeUploadExternal', { files: [{ id, title: 'QR' }], ...more });
const upload = async (bytes: Buffer = PNG, more: object = {}): Promise<string> => {
  const { id, to } = await announce(bytes.length);
  await send(to, new Uint8Array(bytes));
  expect(await complete(id, more)).toBe('ok');
  return id;
};
const typeOf = async (id: string) => readRecord((await call('files.info', { file: id }))['file'])['mimetype'];

const uploaded = (id: string) => [{ type: 'image', alt_text: 'QR', slack_file: { id } }];
const named = (path: string) => [
  { type: 'image', alt_text: 'QR', image_url: path.startsWith('/') ? `${web.url}${path}` : path },
];
const postCode = (blocks: object[], channel: string = FRONT_DESK) =>
  code('chat.postMessage', { channel, text: 'card', blocks });
const openIn = (blocks: object[]) => openView(slack, modal({ blocks: [section(), ...blocks] }));
const seenBy = (as: string, ts: string, channel: string = FRONT_DESK) => slack.pictures(as, { channel, ts });

describe('an uploaded file', () => {
  test('is announced, sent and completed once each, and shown in a thread', async () => {
    const thread_ts = await post();
    const { id, to } = await announce(PNG.length);
    expect(await complete(id)).toBe('file_not_found');
    expect(await send(to, 'of another length')).toBe(400);
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(PNG)]));
    expect(await send(to, form)).toBe(200);
    expect(await complete(id, { channel_id: ids.QUIET })).toBe('not_in_channel');
    expect(await complete(id, { channel_id: FRONT_DESK, thread_ts })).toBe('ok');
    expect(await complete(id)).toBe('file_not_found');
    const kept = { bytes: PNG, title: 'QR', mimetype: 'image/png', sharedIn: [FRONT_DESK] };
    expect(slack.file(id)).toMatchObject(kept);
    expect(slack.messages(FRONT_DESK).at(-1)).toMatchObject({ threadTs: thread_ts, files: [{ id }] });
    const served = await fetch(`${slack.url}/files/${id}`);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(PNG);
  });

  test('that is no picture is for saving', async () => {
    const { id, to } = await announce(3, 'a.csv');
    await send(to, 'a,b');
    await complete(id);
    const served = await fetch(`${slack.url}/files/${id}`);
    expect(served.headers.get('content-disposition')).toContain('attachment');
  });
});

describe('an uploaded picture', () => {
  test('is refused until it is completed and for two seconds more, then accepted', async () => {
    const { id: announced } = await announce(3);
    expect(await postCode(uploaded(announced))).toBe('invalid_blocks');
    slack.filesReadyAfter(2_000);
    const id = await upload();
    now += 1_999;
    expect([await postCode(uploaded(id)), await typeOf(id)]).toEqual(['invalid_blocks', '']);
    now += 1;
    expect([await postCode(uploaded(id)), await typeOf(id)]).toEqual(['ok', 'image/png']);
  });

  test('can be ready after some look-ups instead', async () => {
    slack.slowFiles(2);
    const id = await upload();
    now += 60_000;
    expect([await typeOf(id), await postCode(uploaded(id))]).toEqual(['', 'invalid_blocks']);
    expect(await postCode(uploaded(id))).toBe('ok');
  });

  test('is refused by name, wherever it is', async () => {
    const accessory = { type: 'image', alt_text: 'a', slack_file: { id: 'F000000000' } };
    const blocks = [section(), section('x', { accessory })];
    const fault = (place: string) => [`invalid slack file [json-pointer:${place}/accessory/slack_file]`];
    const refused = { error: 'invalid_blocks', errors: fault('/blocks/1') };
    expect(await call('chat.postMessage', { channel: FRONT_DESK, blocks })).toMatchObject(refused);
    const inView = { error: 'invalid_arguments', errors: fault('/view/blocks/2') };
    expect(await openIn(blocks)).toMatchObject(inView);
  });

  test('is never ready if its bytes are not an image, whatever its name', async () => {
    const id = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    now += 3_600_000;
    expect(await postCode(uploaded(id))).toBe('invalid_blocks');
    expect(await openIn(uploaded(id))).toMatchObject({ error: 'invalid_arguments' });
  });

  test('is visible only to the app until a message shares it, then to everybody in that conversation', async () => {
    const id = await upload();
    const whisper = { channel: FRONT_DESK, user: SARA, text: 'totals', blocks: uploaded(id) };
    const ts = readText((await call('chat.postEphemeral', whisper))['message_ts']);
    expect(seenBy(SARA, ts)).toEqual([null]);
    const inFinance = await post({ channel: ids.FINANCE, blocks: uploaded(id) });
    expect([seenBy(ids.FATIMA, inFinance, ids.FINANCE), seenBy(SARA, ts)]).toEqual([[PNG], [null]]);
    const inPartners = await post({ channel: ids.PARTNERS, blocks: uploaded(id) });
    expect([seenBy(ids.LENA, inPartners, ids.PARTNERS), seenBy(SARA, ts)]).toEqual([[PNG], [PNG]]);
  });

  test('is blank or shown in an edit, if no post has shared it: an open question', async () => {
    const blocks = uploaded(await upload());
    const ts = await post();
    await call('chat.update', { channel: FRONT_DESK, ts, blocks });
    expect(seenBy(SARA, ts)).toEqual([null]);
    slack.behaviours.set('slackFilesByEdit', 'shown');
    await call('chat.update', { channel: FRONT_DESK, ts, blocks });
    expect(seenBy(SARA, ts)).toEqual([PNG]);
  });

  test('is blank or shown in a modal: an open question', async () => {
    const id = await upload();
    const viewId = readText(readRecord((await openIn(uploaded(id)))['view'])['id']);
    const drawn = async () => JSON.stringify((await snapshotOf(slack, SARA)).modals).includes(id);
    expect([slack.pictures(SARA, { viewId }), await drawn()]).toEqual([[null], false]);
    slack.behaviours.set('slackFilesInModals', 'shown');
    expect([slack.pictures(SARA, { viewId }), await drawn()]).toEqual([[PNG], true]);
  });

  test('stays visible in a channel whose id has changed', async () => {
    const ts = await post({ blocks: uploaded(await upload()) });
    slack.changeChannelId(FRONT_DESK, 'C0NEWDESK1');
    expect(seenBy(SARA, ts, 'C0NEWDESK1')).toEqual([PNG]);
  });

  test('is blank after its deletion, and an edit with it is refused with a specific error', async () => {
    const id = await upload();
    const ts = await post({ blocks: uploaded(id) });
    const edit = (blocks: object[]) => code('chat.update', { channel: FRONT_DESK, ts, text: 'card', blocks });
    slack.deleteFile(id);
    expect(seenBy(SARA, ts)).toEqual([null]);
    expect((await fetch(`${slack.url}/files/${id}`)).status).toBe(404);
    expect(await edit(uploaded(id))).toBe('file_not_found');
    slack.deleteFile(id, 'file_deleted');
    expect(await edit(uploaded(id))).toBe('file_deleted');
    expect(await postCode(uploaded(id))).toBe('invalid_blocks');
    expect(await edit([section()])).toBe('ok');
  });
});

describe('a picture by its address', () => {
  const copyOf = async () =>
    /http[^"]+\/copies\/[^"]+/.exec(JSON.stringify(await snapshotOf(slack, SARA)))?.[0] ?? '';

  test('is fetched when the message is posted, and people see the copy, also after another fetch', async () => {
    const ts = await post({ blocks: named('/qr.png') });
    expect(web.asked).toEqual(['/qr.png']);
    const copy = await copyOf();
    await post({ blocks: named('/qr.png') });
    await web.close();
    expect(seenBy(SARA, ts)).toEqual([PNG]);
    expect(JSON.stringify(await snapshotOf(slack, SARA))).not.toContain(web.url);
    const served = await fetch(copy);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(PNG);
    expect((await fetch(`${slack.url}/copies/nothing`)).status).toBe(404);
  });

  test.each([
    '/missing.png',
    '/page.png',
    '/plain.png',
    'http://pictures.invalid/qr.png',
    'ftp://127.0.0.1/qr.png',
  ])('at %s refuses the whole message', async (address) => {
    expect(await postCode(named(address))).toBe('invalid_blocks');
    expect(slack.messages(FRONT_DESK)).toEqual([]);
  });

  test('is fetched for messages, views and answers to commands alike, and refused with the reason', async () => {
    const fault = 'downloading image failed';
    const say = (path: string) => call('chat.postMessage', { channel: FRONT_DESK, blocks: named(path) });
    const errors = [`${fault} [json-pointer:/blocks/0/image_url]`];
    expect(await say('/missing.png')).toMatchObject({ errors });
    expect(await openIn(named('/missing.png'))).toMatchObject({ errors: [expect.stringContaining(fault)] });
    const viewId = readText(readRecord((await openIn(named('/qr.png')))['view'])['id']);
    expect(slack.pictures(SARA, { viewId })).toEqual([PNG]);
    const { responseUrl } = await typeCommand(slack);
    const answer = (path: string) => send(responseUrl, JSON.stringify({ text: 'x', blocks: named(path) }));
    expect([await answer('/missing.png'), await answer('/qr.png')]).toEqual([404, 200]);
    expect(seenBy(SARA, slack.messages(FRONT_DESK, { as: SARA })[0]?.ts ?? '')).toEqual([PNG]);
  });

  test('is not fetched without a valid token', async () => {
    const stranger = createClient(slack, 'xoxb-wrong');
    expect(await stranger.code('chat.postMessage', { blocks: named('/qr.png') })).toBe('invalid_auth');
    expect(web.asked).toEqual([]);
  });
});
