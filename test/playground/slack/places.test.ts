import type { WebClient } from '@slack/web-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildRenderContext } from '../../../playground/page/render-context.ts';
import { listSelectOptions } from '../../../playground/page/select-options.ts';
import { createLocalSlack, type LocalSlack } from '../../../playground/slack/local-slack.ts';
import {
  FINANCE,
  FRONT_DESK,
  MANAGEMENT,
  OMAR,
  QUIET,
  SARA,
  SARA_DM,
  SARA_OMAR,
  TARIQ,
  TILL_GROUP,
} from '../../../playground/slack/people-and-places.ts';
import { codeOf, createClient, snapshotOf, typeCommand } from './call-slack.ts';
import { input, modal } from './limit-cases.ts';

let slack: LocalSlack;
let client: WebClient;

const SCOPES = ['commands', 'chat:write', 'files:write', 'channels:read', 'groups:read', 'im:read'];
const start = async (scopes: string[]): Promise<void> => {
  slack = await createLocalSlack({ answerWithinMs: 50, scopes, allowance: Infinity });
  client = createClient(slack);
};
beforeEach(() => start(SCOPES));
afterEach(() => slack.close());

const post = (channel: string, more = {}) => client.chat.postMessage({ channel, text: 'card', ...more });

const typeIn = async (channel: string) => (await typeCommand(slack, SARA, channel)).payload;

const openMenu = async (element: Record<string, unknown>) => {
  const menu = { type: 'conversations_select', action_id: 'where', ...element };
  const view = modal({ blocks: [input(menu, { block_id: 'where' })] }) as never;
  return client.views.open({ trigger_id: (await typeCommand(slack)).trigger_id, view });
};

test('a public channel without the app accepts messages only with chat:write.public', async () => {
  expect(await codeOf(post(QUIET))).toBe('not_in_channel');
  await slack.close();
  await start(['chat:write', 'chat:write.public']);
  await expect(post(QUIET)).resolves.toMatchObject({ ok: true, channel: QUIET });
  expect(await codeOf(post(MANAGEMENT))).toBe('channel_not_found');
  const whisper = client.chat.postEphemeral({ channel: QUIET, user: SARA, text: 'hi' });
  expect(await codeOf(whisper)).toBe('not_in_channel');
});

test.each([MANAGEMENT, SARA_OMAR, TILL_GROUP])('%s does not exist for the app', async (channel) => {
  expect(await codeOf(post(channel))).toBe('channel_not_found');
  expect(await codeOf(client.chat.update({ channel, ts: '1.1', text: 'hi' }))).toBe('channel_not_found');
  expect(await codeOf(client.conversations.info({ channel }))).toBe('channel_not_found');
});

test('a private channel accepts messages after an invitation, a conversation between people never', async () => {
  slack.setMembership(MANAGEMENT, true);
  await expect(post(MANAGEMENT)).resolves.toMatchObject({ ok: true });
  expect(() => slack.setMembership(SARA_OMAR, true)).toThrow('no channel');
});

test('a command says where it was typed, with Slack’s channel names', async () => {
  expect(await typeIn(SARA_OMAR)).toMatchObject({ channel_id: SARA_OMAR, channel_name: 'directmessage' });
  expect(await typeIn(TILL_GROUP)).toMatchObject({ channel_name: 'mpdm-sara--omar--fatima-1' });
  expect(await typeIn(MANAGEMENT)).toMatchObject({ channel_name: 'privategroup' });
  expect(await typeIn(SARA_DM)).toMatchObject({ channel_name: 'directmessage' });
});

test('a conversations menu offers channels and people, or what its filter allows', async () => {
  const { conversations, people, me } = await snapshotOf(slack, SARA);
  const context = buildRenderContext({ conversations, people, me });
  const offered = (filter?: object): string[] =>
    listSelectOptions({ type: 'conversations_select', ...(filter && { filter }) }, context).map(
      ({ value }) => value,
    );
  expect(offered()).toEqual(expect.arrayContaining([FRONT_DESK, MANAGEMENT, SARA_DM, SARA_OMAR, TILL_GROUP]));
  const channels = offered({ include: ['public', 'private'], exclude_bot_users: true });
  expect(channels).toEqual(expect.arrayContaining([FRONT_DESK, QUIET, MANAGEMENT]));
  for (const id of [SARA_DM, SARA_OMAR, TILL_GROUP, FINANCE]) expect(channels).not.toContain(id);
});

test('a menu with an initial conversation that it does not offer is refused, or starts empty', async () => {
  const filter = { include: ['public', 'private'] };
  await openMenu({ filter, initial_conversation: FRONT_DESK });
  await openMenu({ initial_conversation: SARA_OMAR });
  for (const initial_conversation of [SARA_OMAR, TILL_GROUP, FINANCE, 'C0NOWHERE1'])
    expect(await codeOf(openMenu({ filter, initial_conversation }))).toBe('invalid_arguments');
  slack.behaviours.set('initialOutsideMenu', 'empty');
  await openMenu({ filter, initial_conversation: SARA_OMAR });
  const view = slack.topModal(SARA);
  expect(JSON.stringify(view?.blocks)).not.toContain(SARA_OMAR);
});

test('a choice that a menu does not offer is refused', async () => {
  await openMenu({ filter: { include: ['public'] } });
  const id = slack.topModal(SARA)?.id ?? '';
  const outcome = await slack.submit(SARA, id, { where: { where: SARA_OMAR } });
  expect(outcome).toMatchObject({ problem: expect.stringContaining('does not offer') });
});

test('a broadcast reply is marked in the answer, or refused', async () => {
  const { ts = '' } = await post(FRONT_DESK);
  const answer = await post(FRONT_DESK, { thread_ts: ts, reply_broadcast: true });
  expect(answer.message).toMatchObject({ thread_ts: ts, subtype: 'thread_broadcast' });
  await post(FRONT_DESK, { thread_ts: ts });
  await post(FRONT_DESK, { reply_broadcast: true });
  expect(slack.messages(FRONT_DESK).map((one) => one.isBroadcast)).toEqual([false, true, false, false]);
  slack.behaviours.set('broadcastReply', 'refused');
  const again = post(FRONT_DESK, { thread_ts: ts, reply_broadcast: true });
  expect(await codeOf(again)).toBe('restricted_action_thread_only_channel');
});

test('a guest sees the channels they were invited to, and two people their own conversation', async () => {
  const seenBy = async (as: string): Promise<string[]> =>
    (await snapshotOf(slack, as)).conversations.map(({ id }) => id);
  expect(await seenBy(TARIQ)).toEqual([FRONT_DESK, slack.team.ids.tariqDm]);
  expect(await seenBy(OMAR)).toEqual(expect.arrayContaining([SARA_OMAR, TILL_GROUP]));
  expect(await seenBy(slack.team.ids.fatima)).not.toContain(SARA_OMAR);
});
