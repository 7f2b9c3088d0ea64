// @module-tag long

import { describe, expect, test } from 'vitest';
import { perTest } from '../../../../test/fixtures/per-test.ts';
import { type JsonRecord, readRecord } from '../../src/page/read-json.ts';
import { createSlackOfTeams, type SlackOfTeamsOptions } from '../../src/slack-of-teams.ts';
import { createClient, startApp } from './call-slack.ts';
import { actions, button, modal } from './limit-cases.ts';
import { CREDENTIALS, EAST, enterprise, NORTH, ORG, SOUTH, TEAMS, WEST } from './slack-teams.ts';

const open = (more: Partial<SlackOfTeamsOptions> = {}) =>
  createSlackOfTeams({ teams: TEAMS, app: CREDENTIALS, ...more });
const slack = perTest(() => open());
const app = perTest(() => startApp(slack));
const idsOf = (id: string) => slack.team(id).team.ids;
const codeOf = (token: string, method = 'auth.test', args: object = {}) =>
  createClient(slack, token).code(method, args);
const events = () => app.payloads().map(({ event }) => readRecord(event));
const types = () =>
  events()
    .map(({ type }) => type)
    .sort();

describe('a token', () => {
  test('reaches its own workspace and no other', async () => {
    const [north, south] = [slack.install(NORTH), slack.install(SOUTH)];
    const own = { team_id: NORTH, team: 'North', is_enterprise_install: false };
    expect(await createClient(slack, north).call('auth.test')).toMatchObject(own);
    const args = { channel: idsOf(NORTH).frontDesk, text: 'x' };
    expect(await codeOf(north, 'chat.postMessage', args)).toBe('ok');
    expect(await codeOf(south, 'chat.postMessage', args)).toBe('channel_not_found');
    expect([slack.team(NORTH).posts().length, slack.team(SOUTH).posts().length]).toEqual([1, 0]);
    // A workspace's own server takes its own tokens only.
    const { apiUrl } = slack.team(NORTH);
    expect(await createClient({ apiUrl }, north).code('auth.test')).toBe('ok');
    expect(await createClient({ apiUrl }, south).code('auth.test')).toBe('invalid_auth');
  });

  test('of nobody is refused by all', async () => {
    expect([await codeOf('xoxb-made-up'), await codeOf('')]).toEqual(['invalid_auth', 'not_authed']);
    expect(slack.calls('auth.test')).toHaveLength(2);
  });
});

test('ids differ between workspaces', () => {
  const ids = slack.teams().flatMap(
    ({
      team: {
        ids: { app: _, ...own },
      },
    }) => Object.values(own),
  );
  expect(new Set(ids).size).toBe(ids.length);
});

test('the app cannot be used where it is not installed', async () => {
  slack.install(SOUTH);
  const { sara, frontDesk } = idsOf(NORTH);
  const north = slack.team(NORTH);
  const unknown = { ok: false, problem: '/order is not a valid command.' };
  expect(await north.command(sara, frontDesk, '/order')).toEqual(unknown);
  expect(await north.openHome(sara)).toMatchObject({ ok: false });
  expect(await north.sendEvent({ type: 'message' })).toBe(false);
  expect(app.sent).toEqual([]);
});

/** A command, a press, a submission and an event of one workspace. */
const goAround = async (id: string, token: string): Promise<JsonRecord[]> => {
  const team = slack.team(id);
  const { sara, frontDesk } = team.team.ids;
  const client = createClient(team, token);
  await team.command(sara, frontDesk, '/order');
  const ts = await client.post({ channel: frontDesk, blocks: [actions(button({ action_id: 'go' }))] });
  await team.click(sara, { channel: frontDesk, ts }, { actionId: 'go' });
  await client.call('views.open', { trigger_id: app.payloads().at(-1)?.['trigger_id'], view: modal() });
  await team.submit(sara, team.topModal(sara)?.id ?? '', {});
  await team.openHome(sara);
  return app.payloads();
};

const IN_ORG = { enterprise_id: ORG, enterprise_name: 'Org' };
const ALONE = { enterprise: null, is_enterprise_install: false };
test.each([
  { id: NORTH, domain: 'north', more: {}, common: ALONE },
  { id: EAST, domain: 'east', more: IN_ORG, common: { ...ALONE, enterprise } },
])('what comes from $id says so', async ({ id, domain, more, common }) => {
  const token = slack.install(id);
  const team = { id, domain, ...more };
  const by = { ...common, user: { team_id: id } };
  const view = { team_id: id, app_installed_team_id: id };
  const authorized = {
    enterprise_id: common.enterprise?.id ?? null,
    team_id: id,
    is_enterprise_install: false,
  };
  const payloads = await goAround(id, token);
  expect(payloads).toMatchObject([
    { team_id: id, team_domain: domain, ...more, is_enterprise_install: 'false' },
    { type: 'block_actions', ...by, team },
    { type: 'view_submission', ...by, team, view },
    { team_id: id, authorizations: [authorized] },
  ]);
  for (const at of [0, 3]) expect(payloads[at]?.['enterprise_id']).toBe(common.enterprise?.id);
  expect(await createClient(slack, token).call('auth.test')).toMatchObject({ team_id: id });
});

test('a channel whose id changed is found only by the new id, with all its messages', async () => {
  const token = slack.install(NORTH);
  const channel = idsOf(NORTH).finance;
  const ts = await createClient(slack, token).post({ channel });
  const tell = slack.team(NORTH).changeChannelId(channel, 'C0SHARED01');
  const edit = (at: string) => codeOf(token, 'chat.update', { channel: at, ts, text: 'paid' });
  expect([await edit(channel), await edit('C0SHARED01')]).toEqual(['channel_not_found', 'ok']);
  expect(app.sent).toEqual([]);
  expect(await tell()).toBe(true);
  const event = { type: 'channel_id_changed', old_channel_id: channel, new_channel_id: 'C0SHARED01' };
  expect(app.payloads()).toMatchObject([{ team_id: NORTH, event }]);
});

test.each<[who: string, more: { teamId?: string }, as: string, team: string, behaviour: 'host' | 'own']>([
  ['somebody of the organisation', { teamId: WEST }, WEST, NORTH, 'host'],
  ['somebody of the organisation', { teamId: WEST }, WEST, WEST, 'own'],
  ['a guest', {}, NORTH, NORTH, 'own'],
])(
  'a press by %s %j names the person’s workspace %s, and the team %s',
  async (_who, more, as, team, behaviour) => {
    const { post } = createClient(slack, slack.install(NORTH));
    const north = slack.team(NORTH);
    const { partners: channel } = idsOf(NORTH);
    north.addPerson({ id: 'U0VISITOR1', name: 'vera', isRestricted: true, ...more }, [channel]);
    north.behaviours.set('teamOfOutsider', behaviour);
    const ts = await post({ channel, blocks: [actions(button({ action_id: 'go' }))] });
    await north.click('U0VISITOR1', { channel, ts }, { actionId: 'go' });
    expect(app.payloads()).toMatchObject([{ team: { id: team }, user: { id: 'U0VISITOR1', team_id: as } }]);
  },
);

const GONE = 'app_uninstalled';

describe('the end of an installation', () => {
  test('is told in two events, and ends its tokens', async () => {
    const tokens = [slack.install(NORTH), slack.install(NORTH)];
    const others = [slack.install(SOUTH), slack.install(EAST)];
    expect(await slack.uninstall(NORTH)).toBe(true);
    expect(types()).toEqual([GONE, 'tokens_revoked']);
    for (const payload of app.payloads()) {
      expect(payload).toMatchObject({ team_id: NORTH, type: 'event_callback' });
      expect(payload).not.toHaveProperty('authorizations');
    }
    const bot = [idsOf(NORTH).botUser];
    expect(events()).toContainEqual(expect.objectContaining({ tokens: { oauth: [], bot } }));
    for (const token of tokens) expect(await codeOf(token)).toBe('account_inactive');
    for (const token of others) expect(await codeOf(token)).toBe('ok');
  });

  test('may be told after a new installation', async () => {
    const old = slack.install(NORTH);
    const tell = slack.beginUninstall(NORTH);
    const fresh = slack.install(NORTH);
    expect(app.sent).toEqual([]);
    expect(await tell()).toBe(true);
    expect([await codeOf(old), await codeOf(fresh)]).toEqual(['account_inactive', 'ok']);
  });

  const own = { client_id: CREDENTIALS.clientId, client_secret: CREDENTIALS.clientSecret };
  test.each([
    ['people who revoke its tokens', null, {}, ['tokens_revoked'], 'token_revoked'],
    ['the app, which revokes its token', 'auth.revoke', {}, ['tokens_revoked'], 'token_revoked'],
    ['the app, which uninstalls itself', 'apps.uninstall', own, [GONE, 'tokens_revoked'], 'account_inactive'],
  ])('can come from %s', async (_whom, method, args, told, answer) => {
    const token = slack.install(NORTH);
    if (method === null) await slack.revokeTokens(NORTH);
    else expect(await codeOf(token, method, args)).toBe('ok');
    await slack.until(() => slack.team(NORTH).exchanges().length === told.length);
    expect([types(), await codeOf(token)]).toEqual([told, answer]);
  });
});
