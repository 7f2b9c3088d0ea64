import { ErrorCode, type WebClient } from '@slack/web-api';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readList, readRecord, readText } from '../../../playground/page/read-json.ts';
import { createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import {
  BOT_USER,
  FATIMA,
  FINANCE,
  FRONT_DESK,
  LENA,
  QUIET,
  SARA,
  SARA_DM,
} from '../../../playground/slack/people-and-places.ts';
import { EVERY_SCOPE } from '../../fixtures/every-scope.ts';
import { codeOf, createClient, refusalOf, typeCommand } from './call-slack.ts';
import { input, many, modal, section } from './limit-cases.ts';

let slack: LocalSlack;
let client: WebClient;
let now = Date.UTC(2026, 10, 21);

beforeAll(async () => {
  slack = await createLocalSlack({
    now: () => now,
    answerWithinMs: 50,
    filesReadyAfterMs: 0,
    scopes: EVERY_SCOPE,
    allowance: Number.POSITIVE_INFINITY,
  });
  client = createClient(slack);
});
afterAll(() => slack.close());
beforeEach(() => slack.faults.clear());

const takeTrigger = async (as = SARA): Promise<string> => (await typeCommand(slack, as)).trigger_id;
const view = (more = {}) => modal(more) as never;

describe('every call', () => {
  test('auth.test works with a token in the header or in the body', async () => {
    const told = { ok: true, user_id: BOT_USER, bot_id: 'B0PAYLINK1', team_id: 'T0PLAY' };
    expect(await client.auth.test()).toMatchObject(told);
    const inBody = await fetch(`${slack.apiUrl}auth.test`, {
      method: 'POST',
      body: new URLSearchParams({ token: slack.botToken }),
    });
    expect(await inBody.json()).toMatchObject(told);
    expect(inBody.headers.get('x-oauth-scopes')).toContain('chat:write');
  });

  test('refuses a wrong token, none, and a method that does not exist', async () => {
    expect(await codeOf(createClient(slack, 'xoxb-other').auth.test())).toBe('invalid_auth');
    expect(await codeOf(createClient(slack, '').auth.test())).toBe('not_authed');
    expect(await codeOf(client.apiCall('no.such'))).toBe('unknown_method');
    expect(await codeOf(client.apiCall('constructor'))).toBe('unknown_method');
  });

  test.each([
    ['files.getUploadURLExternal', { filename: 'qr.png', length: 3 }, 'alt_text'],
    ['chat.postMessage', { channel: FRONT_DESK, text: 'x' }, 'ts'],
    ['chat.postEphemeral', { channel: FRONT_DESK, user: SARA, text: 'x' }, 'unfurl_links'],
    ['views.publish', { user_id: SARA, view: modal({ type: 'home' }) }, 'trigger_id'],
    ['conversations.members', { channel: FRONT_DESK }, 'count'],
    ['users.info', { user: SARA }, 'email'],
    ['auth.test', {}, 'user'],
    ['blocks.validate', { blocks: [] }, 'text'],
  ])('%s with an argument that the reference does not name is refused', async (method, args, name) => {
    expect(await refusalOf(client.apiCall(method, { ...args, [name]: 'x' }))).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: [`[ERROR] unknown argument: ${name}`] },
    });
  });

  test('accepts JSON as well as forms', async () => {
    const answer = await fetch(`${slack.apiUrl}chat.postMessage`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${slack.botToken}`,
        'content-type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify({ channel: FRONT_DESK, text: 'by JSON', blocks: [section()] }),
    });
    expect(await answer.json()).toMatchObject({ ok: true, message: { text: 'by JSON' } });
  });

  test('keeps tokens out of the journal', async () => {
    await client.auth.test();
    expect(JSON.stringify(slack.exchanges())).not.toContain(slack.botToken);
    expect(JSON.stringify(slack.calls('auth.test'))).not.toContain(slack.botToken);
  });
});

describe('posting', () => {
  test('a person’s id means the DM with them', async () => {
    expect(await client.chat.postMessage({ channel: SARA, text: 'hello' })).toMatchObject({
      channel: SARA_DM,
    });
  });

  const metadata = { event_type: 'x' } as never;
  const attachments = Array.from({ length: 100 }, () => ({ text: 'x' }));
  test.each<[string, object, string]>([
    ['no channel', { channel: '' }, 'channel_not_found'],
    ['an unknown channel', { channel: 'C0NOWHERE1' }, 'channel_not_found'],
    ['a public channel without the app', { channel: QUIET }, 'not_in_channel'],
    ['nothing to say', { text: '' }, 'no_text'],
    ['a thread that does not exist', { thread_ts: '1.000001' }, 'thread_not_found'],
    ['bad metadata', { metadata }, 'invalid_metadata_schema'],
    ['blocks that are no list', { blocks: 'x' }, 'invalid_blocks_format'],
    ['too much in blocks', { blocks: many(5, () => section('x'.repeat(2_900))) }, 'msg_blocks_too_long'],
    ['too many attachments', { attachments: [...attachments, { text: 'x' }] }, 'too_many_attachments'],
  ])('%s is refused', async (_, args, expected) => {
    const post = client.chat.postMessage({ channel: FRONT_DESK, text: 'x', ...args });
    expect(await codeOf(post)).toBe(expected);
  });

  test('a text of 40,000 characters and 100 attachments are accepted', async () => {
    const post = client.chat.postMessage({ channel: FRONT_DESK, text: 'x'.repeat(40_000), attachments });
    expect(await codeOf(post)).toBe('ok');
  });

  test('a private channel that the app left does not exist for it', async () => {
    slack.setMembership(FINANCE, false);
    expect(await codeOf(client.chat.postMessage({ channel: FINANCE, text: 'x' }))).toBe('channel_not_found');
    slack.setMembership(FINANCE, true);
    expect(await client.chat.postMessage({ channel: FINANCE, text: 'x' })).toMatchObject({ ok: true });
    expect(slack.messages(FINANCE, { as: SARA })).toEqual([]);
    expect(slack.messages(FINANCE, { as: FATIMA })).toHaveLength(1);
  });

  test('invalid blocks are refused with JSON pointers', async () => {
    const refused = await refusalOf(
      client.chat.postMessage({ channel: FRONT_DESK, text: 'x', blocks: [section('')] as never }),
    );
    const detail = 'must be more than 0 characters [json-pointer:/blocks/0/text/text]';
    expect(refused).toMatchObject({
      error: 'invalid_blocks',
      errors: [detail],
      response_metadata: { messages: [`[ERROR] ${detail}`] },
    });
  });

  test('a reply goes to its thread, and history leaves it out', async () => {
    const parent = await client.chat.postMessage({ channel: FRONT_DESK, text: 'parent' });
    const thread = { channel: FRONT_DESK, thread_ts: parent.ts ?? '' };
    await client.chat.postMessage({ ...thread, text: 'reply' });
    const texts = slack.messages(FRONT_DESK, { threadTs: parent.ts ?? '' }).map(({ text }) => text);
    expect(texts).toEqual(['parent', 'reply']);
    const [newest] = (await client.conversations.history({ channel: FRONT_DESK })).messages ?? [];
    expect(newest?.text).toBe('parent');
    expect(
      (await client.conversations.replies({ channel: FRONT_DESK, ts: parent.ts ?? '' })).messages,
    ).toHaveLength(2);
  });

  test('only own messages that exist can be changed', async () => {
    await slack.message(SARA, FRONT_DESK, 'mine');
    const mine = slack.messages(FRONT_DESK).at(-1)?.ts ?? '';
    const quiet = await client.chat.postEphemeral({ channel: FRONT_DESK, user: SARA, text: 'psst' });
    const edit = (ts = '', channel = FRONT_DESK) => codeOf(client.chat.update({ channel, ts, text: 'x' }));
    expect(await edit(mine)).toBe('cant_update_message');
    expect(await codeOf(client.chat.delete({ channel: FRONT_DESK, ts: mine }))).toBe('cant_delete_message');
    expect(await edit('1.000001')).toBe('message_not_found');
    expect(await edit(mine, SARA)).toBe('channel_not_found');
    expect(await edit(quiet.message_ts)).toBe('message_not_found');
  });

  test('blocks alone keep the text, text alone keeps the blocks, metadata stays', async () => {
    const metadata = { event_type: 'link', event_payload: { id: '1' } };
    const { ts = '' } = await client.chat.postMessage({
      channel: FRONT_DESK,
      text: 'one',
      blocks: [section('1')] as never,
      metadata,
    });
    const seen = () => slack.messages(FRONT_DESK).find((one) => one.ts === ts);
    await client.chat.update({ channel: FRONT_DESK, ts, blocks: [section('2')] as never });
    expect(seen()).toMatchObject({ text: 'one', blocks: [{ text: { text: '2' } }], metadata });
    await client.chat.update({ channel: FRONT_DESK, ts, text: 'two' });
    const edited = { text: 'two', metadata, editedAt: expect.any(String) };
    expect(seen()).toMatchObject({ ...edited, blocks: [{ text: { text: '2' } }] });
    await client.chat.update({ channel: FRONT_DESK, ts, text: 'two', blocks: [] });
    expect(seen()).toMatchObject({ ...edited, blocks: null });
  });
});

describe('a trigger', () => {
  const open = (trigger_id: string, more = {}) => client.views.open({ trigger_id, view: view(more) });

  test('opens one view, once', async () => {
    const trigger = await takeTrigger();
    expect(await codeOf(open(trigger))).toBe('ok');
    expect(await codeOf(open(trigger))).toBe('exchanged_trigger_id');
  });

  test('expires after three seconds', async () => {
    const trigger = await takeTrigger();
    now += 3_001;
    expect(await codeOf(open(trigger))).toBe('expired_trigger_id');
  });

  test('works until the last millisecond, and is not used up by a refused view', async () => {
    const trigger = await takeTrigger();
    now += 3_000;
    expect(await refusalOf(open(trigger, { title: undefined }))).toMatchObject({
      error: 'invalid_arguments',
      response_metadata: { messages: ['[ERROR] missing required field: title [json-pointer:/view]'] },
    });
    expect(await codeOf(open(trigger))).toBe('ok');
  });

  test('opens nothing if it is invented, and pushes nothing if it is a command’s', async () => {
    expect(await codeOf(open('1.2.abc'))).toBe('invalid_trigger_id');
    const push = client.views.push({ trigger_id: await takeTrigger(FATIMA), view: view() });
    expect(await codeOf(push)).toBe('not_found');
  });
});

describe('views', () => {
  const open = async (more = {}) => {
    const opened = await client.views.open({ trigger_id: await takeTrigger(), view: view(more) });
    return { id: opened.view?.id ?? '', hash: opened.view?.hash ?? '' };
  };

  test('an old hash does not overwrite a newer view', async () => {
    const { id, hash } = await open();
    const renewed = await client.views.update({ view_id: id, hash, view: view() });
    expect(renewed.view?.hash).not.toBe(hash);
    expect(await codeOf(client.views.update({ view_id: id, hash, view: view() }))).toBe('hash_conflict');
    expect(await client.views.update({ view_id: id, view: view() })).toMatchObject({ ok: true });
  });

  test('an external id finds its view and belongs to one at a time', async () => {
    await open({ external_id: 'form-1' });
    const found = await client.views.update({ external_id: 'form-1', view: view({ external_id: 'form-1' }) });
    expect(found.view?.external_id).toBe('form-1');
    const other = await takeTrigger(FATIMA);
    const second = client.views.open({ trigger_id: other, view: view({ external_id: 'form-1' }) });
    expect(await codeOf(second)).toBe('duplicate_external_id');
  });

  test('a closed view cannot be updated', async () => {
    const { id } = await open();
    await slack.closeView(SARA, id);
    expect(await codeOf(client.views.update({ view_id: id, view: view() }))).toBe('not_found');
  });

  test('values stay where both ids and the type stay', async () => {
    const field = (block: string, type = 'plain_text_input', more = {}) =>
      input({ type, action_id: 'a', ...more }, { block_id: block, optional: true });
    const old = field('initial', undefined, { initial_value: 'old' });
    const { id } = await open({ blocks: [field('kept'), old, field('gone'), field('other')] });
    const typed = (text: string) => ({ a: text });
    // An unanswered submission keeps the modal with the typed values.
    await slack.submit(SARA, id, { kept: typed('1'), gone: typed('2'), other: typed('3') });
    const renewed = ['kept', 'initial', 'fresh'].map((name) =>
      field(name, undefined, { initial_value: 'new' }),
    );
    const blocks = [...renewed, field('other', 'email_text_input')];
    const updated = await client.views.update({ view_id: id, view: view({ blocks }) });
    expect(readRecord(updated.view?.state)['values']).toEqual({
      kept: { a: { type: 'plain_text_input', value: '1' } },
      initial: { a: { type: 'plain_text_input', value: 'old' } },
      fresh: { a: { type: 'plain_text_input', value: 'new' } },
      other: { a: { type: 'email_text_input', value: null } },
    });
  });

  test('a home is published once per person and keeps its id', async () => {
    const home = { type: 'home', blocks: [section()] } as never;
    const publish = (user_id: string, hash?: string, view = home) =>
      client.views.publish({ user_id, view, ...(hash && { hash }) });
    const first = await publish(SARA);
    const second = await publish(SARA, first.view?.hash);
    expect(second.view?.id).toBe(first.view?.id);
    expect(await codeOf(publish(SARA, first.view?.hash))).toBe('hash_conflict');
    expect(await codeOf(publish(SARA, undefined, view()))).toBe('invalid_arguments');
    expect(await codeOf(publish('U0NOBODY01'))).toBe('invalid_arguments');
  });
});

describe('files', () => {
  const png = Buffer.from('89504e470d0a1a0a', 'hex');
  const upload = async (more = {}) => {
    const done = await client.filesUploadV2({ filename: 'qr.png', title: 'QR', file: png, ...more } as never);
    const [outer] = readList(readRecord(done)['files']).map(readRecord);
    return readText(readRecord(readList(outer?.['files'])[0])['id']);
  };
  const picture = (id: string) => [{ type: 'image', alt_text: 'QR', slack_file: { id } }] as never;

  test('a file is uploaded in three steps and shown in a thread', async () => {
    const parent = await client.chat.postMessage({ channel: FRONT_DESK, text: 'card' });
    const id = await upload({ channel_id: FRONT_DESK, thread_ts: parent.ts });
    expect(slack.file(id)).toMatchObject({
      bytes: png,
      title: 'QR',
      mimetype: 'image/png',
      sharedIn: [FRONT_DESK],
    });
    expect(slack.messages(FRONT_DESK).at(-1)).toMatchObject({
      threadTs: parent.ts,
      files: [{ id }],
    });
    const served = await fetch(`${slack.url}/files/${id}`);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await served.arrayBuffer())).toEqual(png);
  });

  test('raw bytes of the announced length are accepted, and completed only once', async () => {
    const announced = await client.files.getUploadURLExternal({ filename: 'a.csv', length: 3 });
    const to = announced.upload_url ?? '';
    const files: [{ id: string }] = [{ id: announced.file_id ?? '' }];
    expect(await codeOf(client.files.completeUploadExternal({ files }))).toBe('file_not_found');
    expect((await fetch(to, { method: 'POST', body: 'four' })).status).toBe(400);
    expect((await fetch(to, { method: 'POST', body: 'a,b' })).status).toBe(200);
    expect(await client.files.completeUploadExternal({ files })).toMatchObject({ ok: true });
    expect(await codeOf(client.files.completeUploadExternal({ files }))).toBe('file_not_found');
    const served = await fetch(`${slack.url}/files/${announced.file_id}`);
    expect(served.headers.get('content-disposition')).toContain('attachment');
  });

  test('a picture cannot be shown before its file is completed and processed', async () => {
    const announced = await client.files.getUploadURLExternal({ filename: 'qr.png', length: 3 });
    const post = (id = '') =>
      client.chat.postMessage({ channel: FRONT_DESK, text: 'x', blocks: picture(id) });
    expect(await refusalOf(post(announced.file_id))).toMatchObject({
      error: 'invalid_blocks',
      errors: ['invalid slack file [json-pointer:/blocks/0/slack_file]'],
    });

    slack.slowFiles(2);
    const id = await upload();
    slack.slowFiles(0);
    expect((await client.files.info({ file: id })).file?.mimetype).toBe('');
    expect(await codeOf(post(id))).toBe('invalid_blocks');
    expect(await codeOf(post(id))).toBe('ok');
    expect((await client.files.info({ file: id })).file?.mimetype).toBe('image/png');
  });

  test('pictures in other blocks and in views are checked too', async () => {
    const accessory = { type: 'image', alt_text: 'a', slack_file: { id: 'F000000000' } };
    const blocks = [section(), section('x', { accessory })];
    expect(
      await refusalOf(client.chat.postMessage({ channel: FRONT_DESK, text: 'x', blocks: blocks as never })),
    ).toMatchObject({ errors: ['invalid slack file [json-pointer:/blocks/1/accessory/slack_file]'] });
    const opened = client.views.open({ trigger_id: await takeTrigger(), view: view({ blocks }) });
    expect(await refusalOf(opened)).toMatchObject({
      error: 'invalid_arguments',
      errors: ['invalid slack file [json-pointer:/view/blocks/1/accessory/slack_file]'],
    });
  });
});

describe('looking things up', () => {
  test('lists continue at the cursor', async () => {
    const ids: unknown[] = [];
    let cursor = '';
    do {
      const page = await client.users.list({ limit: 4, cursor });
      ids.push(...(page.members ?? []).map(({ id }) => id));
      cursor = page.response_metadata?.next_cursor ?? '';
    } while (cursor !== '');
    expect(ids).toHaveLength(7);
    expect(await codeOf(client.users.list({ limit: 4, cursor: 'nonsense!' }))).toBe('invalid_cursor');
  });

  test('people carry their zone; outsiders lack locale and e-mail', async () => {
    const { user: sara } = await client.users.info({ user: SARA, include_locale: true });
    expect(sara).toMatchObject({ tz: 'Asia/Dubai', tz_offset: 14_400, locale: 'en-GB' });
    const { user: lena } = await client.users.info({ user: LENA });
    expect(lena?.locale).toBeUndefined();
    expect(lena?.profile?.email).toBeUndefined();
    expect(await codeOf(client.users.info({ user: 'U0NOBODY01' }))).toBe('user_not_found');
  });

  test('the app joins a public channel by itself', async () => {
    expect(await client.conversations.info({ channel: QUIET })).toMatchObject({
      channel: { is_member: false },
    });
    expect(await client.conversations.join({ channel: QUIET })).toMatchObject({ ok: true });
    expect((await client.conversations.members({ channel: QUIET })).members).toContain(BOT_USER);
    slack.setMembership(QUIET, false);
  });
});

describe('faults', () => {
  const post = (): Promise<unknown> => client.chat.postMessage({ channel: FRONT_DESK, text: 'x' });

  test('a rate limit has Retry-After, as many times as set', async () => {
    slack.faults.add({ method: 'chat.postMessage', status: 429, retryAfter: 7, times: 1 });
    await expect(post()).rejects.toMatchObject({ code: ErrorCode.RateLimitedError, retryAfter: 7 });
    expect(await post()).toMatchObject({ ok: true });
  });

  test('an exact answer comes instead of the work', async () => {
    const answer = { ok: true, ts: '1.0', extra: { deep: [1] } };
    const before = slack.posts().length;
    slack.faults.add({ method: 'chat.postMessage', answer, times: 1 });
    expect(await post()).toMatchObject(answer);
    expect(slack.posts()).toHaveLength(before);
    expect(await post()).not.toMatchObject(answer);
    expect(slack.posts()).toHaveLength(before + 1);
  });

  test('an error code and an HTTP status affect only their method', async () => {
    slack.faults.add({ method: 'chat.postMessage', error: 'is_archived' });
    expect(await client.auth.test()).toMatchObject({ ok: true });
    expect(await codeOf(post())).toBe('is_archived');
    slack.faults.clear();
    slack.faults.add({ method: 'chat.postMessage', status: 503 });
    await expect(post()).rejects.toMatchObject({ code: ErrorCode.HTTPError, statusCode: 503 });
  });

  test('the work is done before an answer is dropped', async () => {
    const before = slack.messages(FRONT_DESK).length;
    slack.faults.add({ dropAfterWork: true, times: 1 });
    await expect(post()).rejects.toMatchObject({ code: ErrorCode.RequestError });
    expect(slack.messages(FRONT_DESK)).toHaveLength(before + 1);
    expect(slack.calls('chat.postMessage').at(-1)).toMatchObject({ status: 0, answer: { ok: true } });
  });
});
