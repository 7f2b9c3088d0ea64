import type { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readList, readRecord, readText } from '../../../playground/page/read-json.ts';
import { createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import {
  FATIMA,
  FINANCE,
  FRONT_DESK,
  LENA,
  PARTNERS,
  SARA,
} from '../../../playground/slack/people-and-places.ts';
import { EVERY_SCOPE } from '../../fixtures/every-scope.ts';
import { type PictureServer, PNG, startPictureServer } from '../../fixtures/picture-server.ts';
import { codeOf, createClient, refusalOf, snapshotOf, typeCommand } from './call-slack.ts';
import { modal, section } from './limit-cases.ts';

let slack: LocalSlack;
let client: WebClient;
let web: PictureServer;
let now: number;

beforeEach(async () => {
  now = Date.UTC(2026, 10, 21);
  slack = await createLocalSlack({ now: () => now, answerWithinMs: 50, scopes: EVERY_SCOPE });
  client = createClient(slack);
  web = await startPictureServer();
});
afterEach(async () => {
  await slack.close();
  await web.close();
});

const upload = async (file = PNG): Promise<string> => {
  const done = readRecord(await client.filesUploadV2({ filename: 'qr.png', file }));
  const [outer] = readList(done['files']).map(readRecord);
  return readText(readRecord(readList(outer?.['files'])[0])['id']);
};
const uploaded = (id: string) => [{ type: 'image', alt_text: 'QR', slack_file: { id } }] as never;
const named = (path: string) =>
  [{ type: 'image', alt_text: 'QR', image_url: path.startsWith('/') ? `${web.url}${path}` : path }] as never;
const post = (blocks: never, channel = FRONT_DESK) =>
  client.chat.postMessage({ channel, text: 'card', blocks });
const openView = async (blocks: unknown) => {
  const view = modal({ blocks: [section(), ...readList(blocks)] }) as never;
  const { trigger_id } = await typeCommand(slack);
  return (await client.views.open({ trigger_id, view })).view?.id ?? '';
};
const picturesOf = (as: string, ts = '', channel = FRONT_DESK) => slack.pictures(as, { channel, ts });

describe('an uploaded picture', () => {
  test('is refused for two seconds, then accepted', async () => {
    const id = await upload();
    now += 1_999;
    expect(await codeOf(post(uploaded(id)))).toBe('invalid_blocks');
    expect((await client.files.info({ file: id })).file?.mimetype).toBe('');
    now += 1;
    expect(await codeOf(post(uploaded(id)))).toBe('ok');
    expect((await client.files.info({ file: id })).file?.mimetype).toBe('image/png');
  });

  test('can be slower or faster, by the clock or by look-ups', async () => {
    slack.filesReadyAfter(0);
    expect(await codeOf(post(uploaded(await upload())))).toBe('ok');
    slack.slowFiles(1);
    const id = await upload();
    now += 60_000;
    expect(await codeOf(post(uploaded(id)))).toBe('invalid_blocks');
    expect(await codeOf(post(uploaded(id)))).toBe('ok');
  });

  test('is never ready if its bytes are not an image, whatever its name', async () => {
    const id = await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    now += 3_600_000;
    expect(await codeOf(post(uploaded(id)))).toBe('invalid_blocks');
    expect(await codeOf(openView(uploaded(id)))).toBe('invalid_arguments');
  });

  test('is visible only to the app until a message shares it, then to everybody in that conversation', async () => {
    slack.filesReadyAfter(0);
    const id = await upload();
    const totals = { channel: FRONT_DESK, text: 'totals', blocks: uploaded(id) };
    const whisper = await client.chat.postEphemeral({ ...totals, user: SARA });
    expect(picturesOf(SARA, whisper.message_ts)).toEqual([null]);
    const first = await post(uploaded(id), FINANCE);
    expect(picturesOf(FATIMA, first.ts, FINANCE)).toEqual([PNG]);
    expect(picturesOf(SARA, whisper.message_ts)).toEqual([null]);
    const second = await post(uploaded(id), PARTNERS);
    expect(picturesOf(LENA, second.ts, PARTNERS)).toEqual([PNG]);
    expect(picturesOf(SARA, whisper.message_ts)).toEqual([PNG]);
  });

  test('is blank or shown in an edit, if no post has shared it: an open question', async () => {
    slack.filesReadyAfter(0);
    const id = await upload();
    const { ts = '' } = await client.chat.postMessage({ channel: FRONT_DESK, text: 'card' });
    const edit = () => client.chat.update({ channel: FRONT_DESK, ts, text: 'card', blocks: uploaded(id) });
    await edit();
    expect(picturesOf(SARA, ts)).toEqual([null]);
    slack.behaviours.set('slackFilesByEdit', 'shown');
    await edit();
    expect(slack.file(id)?.sharedIn).toEqual([FRONT_DESK]);
    expect(picturesOf(SARA, ts)).toEqual([PNG]);
  });

  test('stays visible in a channel whose id has changed', async () => {
    slack.filesReadyAfter(0);
    const { ts = '' } = await post(uploaded(await upload()));
    slack.changeChannelId(FRONT_DESK, 'C0NEWDESK1');
    expect(picturesOf(SARA, ts, 'C0NEWDESK1')).toEqual([PNG]);
  });

  test('is blank or shown in a modal: an open question', async () => {
    slack.filesReadyAfter(0);
    const id = await upload();
    const viewId = await openView(uploaded(id));
    expect(slack.pictures(SARA, { viewId })).toEqual([null]);
    const drawn = async () => JSON.stringify((await snapshotOf(slack, SARA)).modals);
    expect(await drawn()).not.toContain(id);
    slack.behaviours.set('slackFilesInModals', 'shown');
    expect(slack.pictures(SARA, { viewId })).toEqual([PNG]);
    expect(await drawn()).toContain(id);
  });

  test('is blank after its deletion, and an edit with it is refused with a specific error', async () => {
    slack.filesReadyAfter(0);
    const id = await upload();
    const { ts = '' } = await post(uploaded(id));
    slack.deleteFile(id);
    expect(picturesOf(SARA, ts)).toEqual([null]);
    expect((await fetch(`${slack.url}/files/${id}`)).status).toBe(404);
    const edit = (blocks: never) => client.chat.update({ channel: FRONT_DESK, ts, text: 'card', blocks });
    expect(await codeOf(edit(uploaded(id)))).toBe('file_not_found');
    slack.deleteFile(id, 'file_deleted');
    expect(await codeOf(edit(uploaded(id)))).toBe('file_deleted');
    expect(await codeOf(post(uploaded(id)))).toBe('invalid_blocks');
    expect(await codeOf(edit([section()] as never))).toBe('ok');
  });
});

describe('a picture by its address', () => {
  test('is fetched when the message is posted, and people see the copy', async () => {
    const { ts = '' } = await post(named('/qr.png'));
    expect(web.asked).toEqual(['/qr.png']);
    await web.close();
    expect(picturesOf(SARA, ts)).toEqual([PNG]);
    const snapshot = JSON.stringify(await snapshotOf(slack, SARA));
    expect(snapshot).not.toContain(web.url);
    const [copy = ''] = /http[^"]+\/copies\/[^"]+/.exec(snapshot) ?? [];
    const served = await fetch(copy);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(PNG);
    expect((await fetch(`${slack.url}/copies/nothing`)).status).toBe(404);
  });

  test('is still served to a page that shows it when a newer message has fetched it again', async () => {
    await post(named('/qr.png'));
    const [copy = ''] = /http[^"]+\/copies\/[^"]+/.exec(JSON.stringify(await snapshotOf(slack, SARA))) ?? [];
    await post(named('/qr.png'));
    expect((await fetch(copy)).status).toBe(200);
  });

  const OTHERS = '/missing.png /page.png /plain.png http://pictures.invalid/qr.png ftp://127.0.0.1/qr.png';
  test.each(OTHERS.split(' '))('at %s refuses the whole message', async (address) => {
    expect(await codeOf(post(named(address)))).toBe('invalid_blocks');
    expect(slack.messages(FRONT_DESK)).toEqual([]);
  });

  test('says why it is refused, in a message and in a view', async () => {
    const words = 'downloading image failed';
    expect(await refusalOf(post(named('/missing.png')))).toMatchObject({
      errors: [`${words} [json-pointer:/blocks/0/image_url]`],
    });
    expect(await refusalOf(openView(named('/missing.png')))).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: [expect.stringContaining(words)] },
    });
    const viewId = await openView(named('/qr.png'));
    expect(slack.pictures(SARA, { viewId })).toEqual([PNG]);
  });

  test('is also fetched in an answer to a command', async () => {
    const { responseUrl } = await typeCommand(slack);
    const answer = (path: string) =>
      fetch(responseUrl, { method: 'POST', body: JSON.stringify({ text: 'totals', blocks: named(path) }) });
    expect((await answer('/missing.png')).status).toBe(404);
    expect((await answer('/qr.png')).status).toBe(200);
    const [said] = slack.messages(FRONT_DESK, { as: SARA });
    expect(picturesOf(SARA, said?.ts)).toEqual([PNG]);
  });

  test('is not fetched without a valid token', async () => {
    client = createClient(slack, 'xoxb-wrong');
    expect(await codeOf(post(named('/qr.png')))).toBe('invalid_auth');
    expect(web.asked).toEqual([]);
  });
});
