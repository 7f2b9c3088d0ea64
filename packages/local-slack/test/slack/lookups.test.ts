// @module-tag long

import { expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { createLocalSlack } from '../../src/local-slack.ts';
import { readRecord, readRecords } from '../../src/page/read-json.ts';
import { buildRenderContext } from '../../src/page/render-context.ts';
import { listSelectOptions } from '../../src/page/select-options.ts';
import * as ids from '../../src/people-and-places.ts';
import { EVERY_SCOPE } from '../every-scope.ts';
import { createClient, snapshotOf, typeCommand } from './call-slack.ts';

const { SARA_OMAR, TILL_GROUP, FRONT_DESK, MANAGEMENT, QUIET, SARA, SARA_DM } = ids;
const slack = perTest(() => createLocalSlack({ scopes: EVERY_SCOPE }));
const { call, code } = createClient(slack);
const sara = { tz: 'Asia/Dubai', tz_offset: 14_400, locale: 'en-GB' };

test.each<[method: string, args: object, answer: object]>([
  ['users.info', { user: SARA }, { user: sara }],
  ['users.info', { user: ids.LENA }, { user: { team_id: ids.GUEST_TEAM, is_stranger: true } }],
  ['users.info', { user: 'U0NOBODY01' }, { error: 'user_not_found' }],
  ['users.list', { cursor: 'nonsense!' }, { error: 'invalid_cursor' }],
  ['conversations.info', { channel: QUIET }, { channel: { is_member: false } }],
  ['conversations.info', { channel: ids.PARTNERS }, { channel: { name: 'partners', is_ext_shared: true } }],
  ['conversations.info', { channel: MANAGEMENT }, { error: 'channel_not_found' }],
  ['conversations.info', { channel: SARA_OMAR }, { error: 'channel_not_found' }],
  ['conversations.info', { channel: TILL_GROUP }, { error: 'channel_not_found' }],
  ['conversations.open', { users: SARA }, { already_open: true, no_op: true, channel: { id: SARA_DM } }],
  ['conversations.open', { users: 'U0NOBODY01' }, { error: 'user_not_found' }],
  ['conversations.open', {}, { error: 'users_list_not_supplied' }],
])('%s of %j is answered as its reference says', async (method, args, answer) => {
  expect(await call(method, args)).toMatchObject(answer);
});

test('outsiders lack locale and e-mail', async () => {
  const lena = readRecord((await call('users.info', { user: ids.LENA, include_locale: true }))['user']);
  expect(lena).not.toHaveProperty('locale');
  expect(lena['profile']).not.toHaveProperty('email');
});

test('lists continue at the cursor', async () => {
  const ids: unknown[] = [];
  let cursor: unknown = '';
  do {
    const page = await call('users.list', { limit: 4, cursor });
    ids.push(...readRecords(page['members']).map(({ id }) => id));
    cursor = readRecord(page['response_metadata'])['next_cursor'];
  } while (cursor !== '');
  expect(new Set(ids).size).toBe(7);
});

test('the app joins a public channel by itself', async () => {
  expect(await code('conversations.join', { channel: QUIET })).toBe('ok');
  const { members } = await call('conversations.members', { channel: QUIET });
  expect(members).toContain(ids.BOT_USER);
});

test.each([
  [FRONT_DESK, 'front-desk'],
  [SARA_OMAR, 'directmessage'],
  [TILL_GROUP, 'mpdm-sara--omar--fatima-1'],
  [MANAGEMENT, 'privategroup'],
  [SARA_DM, 'directmessage'],
])('a command typed in %s names the place %s', async (channel, channel_name) => {
  const { payload } = await typeCommand(slack, SARA, channel);
  expect(payload).toMatchObject({ channel_id: channel, channel_name });
});

test('people see the channels that they were invited to, and their own conversations', async () => {
  const seenBy = async (as: string) => (await snapshotOf(slack, as)).conversations.map(({ id }) => id);
  expect(await seenBy(ids.TARIQ)).toEqual([FRONT_DESK, slack.team.ids.tariqDm]);
  expect(await seenBy(ids.LENA)).toEqual([ids.PARTNERS]);
  expect(await seenBy(ids.OMAR)).toEqual(expect.arrayContaining([SARA_OMAR, TILL_GROUP]));
  expect(await seenBy(slack.team.ids.fatima)).not.toContain(SARA_OMAR);
});

test('a conversations menu offers channels and people, or what its filter allows', async () => {
  const { conversations, people, me } = await snapshotOf(slack, SARA);
  const context = buildRenderContext({ conversations, people, me });
  const offered = (more: object = {}) =>
    listSelectOptions({ type: 'conversations_select', ...more }, context).map(({ value }) => value);
  expect(offered()).toEqual(expect.arrayContaining([FRONT_DESK, MANAGEMENT, SARA_DM, SARA_OMAR, TILL_GROUP]));
  const channels = offered({ filter: { include: ['public', 'private'], exclude_bot_users: true } });
  expect(channels).toEqual(expect.arrayContaining([FRONT_DESK, QUIET, MANAGEMENT]));
  for (const id of [SARA_DM, SARA_OMAR, TILL_GROUP, ids.FINANCE]) expect(channels).not.toContain(id);
});
