// @module-tag long

import { describe, expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import type { BehaviourName } from '../../src/behaviours.ts';
import { createLocalSlack } from '../../src/local-slack.ts';
import { readRecords, readText } from '../../src/page/read-json.ts';
import * as ids from '../../src/people-and-places.ts';
import { EVERY_SCOPE } from '../every-scope.ts';
import { createClient, snapshotOf } from './call-slack.ts';
import { input, many, section, VIDEO } from './limit-cases.ts';

const { SARA, FRONT_DESK, SALES, FINANCE, QUIET, MANAGEMENT } = ids;
const withScopes = (without: string[]) => EVERY_SCOPE.filter((scope) => !without.includes(scope));
const slack = perTest(() =>
  createLocalSlack({ allowance: 99, scopes: withScopes(['chat:write.public', 'links.embed:write']) }),
);
const { call, code, post } = createClient(slack);
const latest = () => slack.messages(FRONT_DESK).at(-1);
const long = (length: number): string => 'x'.repeat(length);
const link = { event_type: 'link', event_payload: { id: '1' } };
const withPayload = (event_payload: unknown) => ({ metadata: { event_type: 'link', event_payload } });
const PERSON = { type: 'users_select', action_id: 'a', initial_user: 'U0NOBODY01' };

describe('a post', () => {
  test.each<[what: string, answer: string, args: object]>([
    ['no channel', 'channel_not_found', { channel: '' }],
    ['an unknown channel', 'channel_not_found', { channel: 'C0NOWHERE1' }],
    ['a public channel without the app', 'not_in_channel', { channel: QUIET }],
    ['a private channel without the app', 'channel_not_found', { channel: MANAGEMENT }],
    ['a conversation of two people', 'channel_not_found', { channel: ids.SARA_OMAR }],
    ['a conversation of a group', 'channel_not_found', { channel: ids.TILL_GROUP }],
    ['nothing to say', 'no_text', { text: '' }],
    ['markdown and text', 'markdown_text_conflict', { markdown_text: 'x' }],
    ['too much markdown', 'msg_too_long', { text: '', markdown_text: long(12_001) }],
    ['a thread that does not exist', 'thread_not_found', { thread_ts: '1.000001' }],
    ['blocks that are no list', 'invalid_blocks_format', { blocks: 'x' }],
    ['too much in blocks', 'msg_blocks_too_long', { blocks: many(4, () => section(long(2_501))) }],
    ['somebody unknown chosen', 'invalid_blocks', { blocks: [section('x', { accessory: PERSON })] }],
    ['a video, without links.embed:write', 'missing_scope', { blocks: [VIDEO] }],
    ['an input', 'ok', { blocks: [input({ type: 'plain_text_input' })] }],
    ['40,000 characters', 'ok', { text: long(40_000) }],
    ['100 attachments', 'ok', { attachments: many(100, () => ({ text: 'x' })) }],
    ['101 attachments', 'too_many_attachments', { attachments: many(101, () => ({ text: 'x' })) }],
    ['metadata without a payload', 'invalid_metadata_schema', { metadata: { event_type: 'x' } }],
    ['metadata of a text', 'invalid_metadata_schema', withPayload('text')],
    ['metadata with null', 'invalid_metadata_schema', withPayload({ id: null })],
    ['metadata with a list of texts', 'invalid_metadata_schema', withPayload({ ids: ['1'] })],
    ['metadata three deep', 'invalid_metadata_schema', withPayload({ by: { at: { deep: 1 } } })],
    ['flat metadata', 'ok', withPayload({ id: '1', paid: true, by: { id: 'U1' }, rows: [{ id: '2' }] })],
    ['much metadata', 'ok', withPayload({ id: long(7_900) })],
    ['too much metadata', 'metadata_too_large', withPayload({ id: long(100_000) })],
  ])('with %s: %s', async (_what, answer, args) => {
    expect(await code('chat.postMessage', { channel: FRONT_DESK, text: 'x', ...args })).toBe(answer);
  });

  test('is cut at 40,000 characters', async () => {
    await post({ text: long(40_001) });
    expect(latest()?.text).toHaveLength(40_000);
  });

  test.each([
    ['chat.postMessage', QUIET, 'ok'],
    ['chat.postMessage', MANAGEMENT, 'channel_not_found'],
    ['chat.postEphemeral', QUIET, 'not_in_channel'],
  ])('with chat:write.public, by %s to %s: %s', async (method, channel, answer) => {
    slack.tokens?.replace({ scopes: ['chat:write', 'chat:write.public'] });
    const user = method === 'chat.postEphemeral' ? { user: SARA } : {};
    expect(await code(method, { channel, text: 'x', ...user })).toBe(answer);
  });

  test('reaches a private channel while the app is in it, which no conversation of people ever is', async () => {
    const answers: unknown[] = [];
    for (const isMember of [false, true]) {
      slack.setMembership(FINANCE, isMember);
      answers.push(await code('chat.postMessage', { channel: FINANCE, text: 'x' }));
    }
    expect(answers).toEqual(['channel_not_found', 'ok']);
    const seenBy = (as: string) => slack.messages(FINANCE, { as }).length;
    expect([seenBy(SARA), seenBy(ids.FATIMA)]).toEqual([0, 1]);
    expect(() => slack.setMembership(ids.SARA_OMAR, true)).toThrow('no channel');
  });
});

test.each(['chat.update', 'chat.postEphemeral'])('%s takes 4,000 characters and no more', async (method) => {
  const args = { channel: FRONT_DESK, ...(method === 'chat.update' ? { ts: await post() } : { user: SARA }) };
  expect(await code(method, { ...args, text: long(4_000) })).toBe('ok');
  expect(await code(method, { ...args, text: long(4_001) })).toBe('msg_too_long');
});

test('only messages of the app’s own that exist can be changed, deleted or linked to', async () => {
  await slack.message(SARA, FRONT_DESK, 'mine');
  const theirs = latest()?.ts;
  const whisper = { channel: FRONT_DESK, user: SARA, text: 'psst' };
  const hidden = readText((await call('chat.postEphemeral', whisper))['message_ts']);
  slack.setMembership(FINANCE, false);
  for (const [channel, ts, answers] of [
    [FRONT_DESK, theirs, ['cant_update_message', 'cant_delete_message', 'ok']],
    [FRONT_DESK, '1.000001', Array(3).fill('message_not_found')],
    [FRONT_DESK, hidden, Array(3).fill('message_not_found')],
    ...[SARA, 'C0NOWHERE1', FINANCE].map((at) => [at, theirs, Array(3).fill('channel_not_found')] as const),
  ] as const) {
    const update = await code('chat.update', { channel, ts, text: 'x' });
    const remove = await code('chat.delete', { channel, ts });
    expect([update, remove, await code('chat.getPermalink', { channel, message_ts: ts })]).toEqual(answers);
  }
});

test('an edit replaces what it names; text alone marks the message as edited', async () => {
  const ts = await post({ text: 'one', blocks: [section('1')], metadata: link });
  const edited = expect.any(String);
  const edit = async (more: object) => {
    expect(await code('chat.update', { channel: FRONT_DESK, ts, ...more })).toBe('ok');
    return latest();
  };
  const blocks = [section('2')];
  expect(await edit({ blocks })).toMatchObject({ text: 'one', blocks, metadata: link, editedAt: null });
  expect(await edit({ text: 'two' })).toMatchObject({
    text: 'two',
    blocks,
    metadata: link,
    editedAt: edited,
  });
  expect(await edit({ text: 'two', blocks: [] })).toMatchObject({
    text: 'two',
    blocks: null,
    metadata: link,
  });
  expect(await edit({ text: 'three', metadata: {} })).toMatchObject({ text: 'three', metadata: null });
});

test('a message that only one person sees is gone after a reload, and never reaches a device opened later', async () => {
  const seen = async (since?: number) =>
    (await snapshotOf(slack, SARA, since)).messages.map(({ text }) => text);
  const version = async () => (await snapshotOf(slack, SARA)).version;
  const whisper = (user: string, text: string) =>
    code('chat.postEphemeral', { channel: FRONT_DESK, user, text });
  const loadedAt = await version();
  await post({ text: 'for all' });
  expect(await whisper(SARA, 'for Sara')).toBe('ok');
  expect([await seen(loadedAt), await seen()]).toEqual([['for all', 'for Sara'], ['for all']]);
  const later = await version();
  await whisper(SARA, 'again');
  expect(await seen(later)).toEqual(['for all', 'again']);
  expect(await whisper(ids.OMAR, 'x')).toBe('ok');
  for (const outside of [ids.LENA, 'U0NOBODY01'])
    expect(await whisper(outside, 'x')).toBe('user_not_in_channel');
});

describe('a thread', () => {
  test('keeps its replies out of the history, and both have permalinks that open them', async () => {
    const ts = await post({ text: 'card' });
    const reply = await post({ text: 'paid', thread_ts: ts });
    const texts = (answer: Record<string, unknown>) =>
      readRecords(answer['messages']).map(({ text }) => text);
    const thread = { channel: FRONT_DESK, ts };
    expect(texts(await call('conversations.history', { channel: FRONT_DESK }))).toEqual(['card']);
    expect(texts(await call('conversations.replies', thread))).toEqual(['card', 'paid']);
    expect(slack.messages(FRONT_DESK, { threadTs: ts })).toHaveLength(2);
    const archive = `${slack.url}/archives/${FRONT_DESK}/p`;
    const linkTo = async (message_ts: string) =>
      (await call('chat.getPermalink', { channel: FRONT_DESK, message_ts }))['permalink'];
    expect(await linkTo(ts)).toBe(`${archive}${ts.replace('.', '')}`);
    const toReply = `${archive}${reply.replace('.', '')}?thread_ts=${ts}&cid=${FRONT_DESK}`;
    expect(await linkTo(reply)).toBe(toReply);
    const opened = await fetch(toReply, { redirect: 'manual' });
    expect(opened.headers.get('location')).toBe(`/#in=${FRONT_DESK}&at=${reply}&thread=${ts}`);
  });

  const answerIn = async (thread_ts: string) =>
    call('chat.postMessage', { channel: FRONT_DESK, text: 'x', thread_ts });
  test.each<[BehaviourName, behaviour: string, answer: string]>([
    ['threadOfNothing', 'thread_not_found', 'thread_not_found'],
    ['threadOfNothing', 'cannot_reply_to_message', 'cannot_reply_to_message'],
    ['threadOfNothing', 'apart', 'in it'],
    ['threadOfReply', 'parent', 'in that of the card'],
    ['threadOfReply', 'apart', 'in it'],
    ['threadOfReply', 'refused', 'cannot_reply_to_message'],
  ])('where Slack may answer, %s: %s: %s', async (question, behaviour, answer) => {
    slack.behaviours.set(question, behaviour as never);
    const card = await post();
    const target = await post({ thread_ts: question === 'threadOfReply' ? card : '' });
    if (question === 'threadOfNothing') await call('chat.delete', { channel: FRONT_DESK, ts: target });
    const { ok, error } = await answerIn(target);
    const places = { [target]: 'in it', [card]: 'in that of the card' };
    expect(ok === true ? places[latest()?.threadTs ?? ''] : error).toBe(answer);
  });

  test('can send a reply to the channel as well, or Slack refuses that', async () => {
    const thread_ts = await post();
    const args = { channel: FRONT_DESK, text: 'x', thread_ts, reply_broadcast: true };
    const message = { thread_ts, subtype: 'thread_broadcast' };
    expect(await call('chat.postMessage', args)).toMatchObject({ message });
    await post({ thread_ts });
    await post({ reply_broadcast: true });
    expect(slack.messages(FRONT_DESK).map((one) => one.isBroadcast)).toEqual([false, true, false, false]);
    slack.behaviours.set('broadcastReply', 'refused');
    expect(await code('chat.postMessage', args)).toBe('restricted_action_thread_only_channel');
  });
});

describe('a reaction', () => {
  test.each<[what: string, answer: string, args: object]>([
    ['a name', 'ok', { name: 'wave::skin-tone-3' }],
    ['the same once more', 'already_reacted', { name: 'tada' }],
    ['a sentence', 'invalid_name', { name: 'well done' }],
    ['no message', 'no_item_specified', { timestamp: '' }],
    ['a message that is gone', 'message_not_found', { timestamp: '1.000001' }],
    ['a channel that the app cannot see', 'channel_not_found', { channel: MANAGEMENT }],
  ])('by %s: %s', async (_what, answer, args) => {
    const timestamp = await post();
    const on = { channel: FRONT_DESK, timestamp, name: 'tada' };
    expect(await code('reactions.add', on)).toBe('ok');
    expect(await code('reactions.add', { ...on, ...args })).toBe(answer);
    const { messages } = await call('conversations.history', { channel: FRONT_DESK });
    const first = { name: 'tada', users: [ids.BOT_USER], count: 1 };
    expect(readRecords(messages)[0]?.['reactions']).toEqual(expect.arrayContaining([first]));
  });
});

describe('what the app did', () => {
  test('is listed in order: every post that took effect, whether its answer arrived, and what became of it', async () => {
    const ts = await post({ text: 'card', blocks: [section('Open')] });
    await call('chat.update', { channel: FRONT_DESK, ts, text: 'paid', blocks: [section('Paid')] });
    await code('chat.postMessage', { channel: 'C0NOWHERE1', text: 'nobody hears' });
    await call('chat.postEphemeral', { channel: FRONT_DESK, user: SARA, text: 'psst' });
    slack.faults.add({ method: 'chat.postMessage', dropAfterWork: true, times: 1 });
    await expect(post({ channel: SALES, text: 'lost' })).rejects.toThrow();
    slack.faults.add({ method: 'chat.postMessage', status: 500, afterWork: true, times: 1 });
    await expect(post({ channel: SALES, text: 'spoilt' })).rejects.toThrow();
    const gone = await post({ channel: SALES, text: 'gone' });
    await call('chat.delete', { channel: SALES, ts: gone });
    await slack.until(() => slack.posts().every(({ answer }) => answer !== 'waiting'));
    const final = { text: 'paid', blocks: [section('Paid')] };
    const elsewhere = [
      { text: 'lost', answer: 'lost', final: { text: 'lost' } },
      { text: 'spoilt', answer: 'lost', updates: 0 },
      { text: 'gone', answer: 'sent', final: null },
    ];
    const card = { ts, text: 'card', blocks: [section('Open')], answer: 'sent', updates: 1, final };
    expect(slack.posts()).toMatchObject([card, ...elsewhere]);
    expect(slack.posts(SALES)).toMatchObject(elsewhere);
    expect(slack.posts()[0]?.answeredAt).toBeGreaterThan(Date.now() - 10_000);
    expect(slack.updates()).toMatchObject([{ ts, text: 'paid' }]);
    expect(slack.effects('chat.postEphemeral')).toMatchObject([{ text: 'psst' }]);
    expect(slack.effects('chat.delete', SALES)).toMatchObject([{ ts: gone }]);
  });

  test('an answer to an app that has gone away is lost', async () => {
    slack.faults.add({ method: 'chat.postMessage', delayMs: 1_000, times: 1 });
    const leaving = new AbortController();
    const gone = fetch(`${slack.apiUrl}chat.postMessage`, {
      method: 'POST',
      signal: leaving.signal,
      body: new URLSearchParams({ token: slack.botToken, channel: FRONT_DESK, text: 'x' }),
    }).catch(() => undefined);
    await slack.until(() => slack.faults.list().length === 0);
    leaving.abort();
    await gone;
    await slack.until(() => slack.posts()[0]?.answer === 'lost');
  });

  test('is described, with the latest messages in a few short lines, when a wait for it fails', async () => {
    for (const channel of [SALES, SALES, SALES, FRONT_DESK, FRONT_DESK, FRONT_DESK])
      await post({ channel, text: 'long '.repeat(100) });
    const failed = await slack.until(() => slack.modals(SARA).length > 3, 1).catch((error: Error) => error);
    const lines = failed instanceof Error ? failed.message.split('\n') : [];
    expect(lines[0]).toMatch(/slack\.modals\(.*SARA.*> 3/);
    expect(lines.at(-1)).toContain('chat.postMessage 200');
    expect(lines.filter((line) => line.includes('message in'))).toHaveLength(5);
    expect(lines.every((line) => line.length < 250)).toBe(true);
    expect(failed).toHaveProperty('stack', expect.stringContaining('messages.test.ts'));
  });
});
