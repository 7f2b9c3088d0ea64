// @module-tag long

import { describe, expect, test } from 'vitest';
import { type JsonRecord, readRecord } from '../../../playground/page/read-json.ts';
import { createSlackOfTeams, type SlackOfTeamsOptions } from '../../../playground/slack/slack-of-teams.ts';
import { perTest } from '../../fixtures/per-test.ts';
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

  test('of an organisation reaches the workspace that a call names, though ids are the same', async () => {
    const marked = TEAMS.map((team) => ({ ...team, idMark: '', ids: { sara: `U${team.id}` } }));
    const same = await open({ teams: marked });
    const ids = same.teams().map(({ team }) => team.ids);
    expect(ids).toEqual(marked.map(({ ids: { sara } }) => ({ ...ids[0], sara })));
    const args = { channel: ids[0]?.frontDesk, text: 'x', team_id: WEST };
    expect(await createClient(same, same.install(ORG)).code('chat.postMessage', args)).toBe('ok');
    expect(same.teams().map((team) => [team.team.id, team.posts().length])).toEqual(
      TEAMS.map(({ id }) => [id, id === WEST ? 1 : 0]),
    );
    await same.close();
  });
});

test('ids differ between workspaces', () => {
  const ids = slack.teams().flatMap(({ team }) => Object.values(team.ids));
  expect(new Set(ids).size).toBe(ids.length);
});

test('the app cannot be used where it is not installed', async () => {
  slack.install(SOUTH);
  const { sara, frontDesk } = idsOf(NORTH);
  const north = slack.team(NORTH);
  const unknown = { ok: false, problem: '/paylink is not a valid command.' };
  expect(await north.command(sara, frontDesk, '/paylink')).toEqual(unknown);
  expect(await north.openHome(sara)).toMatchObject({ ok: false });
  expect(await north.sendEvent({ type: 'message' })).toBe(false);
  expect(app.sent).toEqual([]);
});

/** A command, a press, a submission and an event of one workspace. */
const goAround = async (id: string, token: string): Promise<JsonRecord[]> => {
  const team = slack.team(id);
  const { sara, frontDesk } = team.team.ids;
  const client = createClient(team, token);
  await team.command(sara, frontDesk, '/paylink');
  const ts = await client.post({ channel: frontDesk, blocks: [actions(button({ action_id: 'go' }))] });
  await team.click(sara, { channel: frontDesk, ts }, { actionId: 'go' });
  await client.call('views.open', { trigger_id: app.payloads().at(-1)?.['trigger_id'], view: modal() });
  await team.submit(sara, team.topModal(sara)?.id ?? '', {});
  await team.openHome(sara);
  return app.payloads();
};

const IN_ORG = { enterprise_id: ORG, enterprise_name: 'Org' };
const ALONE = { enterprise: null, is_enterprise_install: false };
const ALL = { is_enterprise_install: true };
test.each([
  { holder: NORTH, id: NORTH, domain: 'north', team_id: NORTH, more: {}, common: ALONE },
  { holder: EAST, id: EAST, domain: 'east', team_id: EAST, more: IN_ORG, common: { ...ALONE, enterprise } },
  { holder: ORG, id: WEST, domain: 'west', team_id: null, more: IN_ORG, common: { ...ALL, enterprise } },
])(
  'what comes from $id, installed in $holder, says so',
  async ({ holder, id, domain, team_id, more, common }) => {
    const token = slack.install(holder);
    const { is_enterprise_install } = common;
    const team = { id, domain, ...more };
    const by = { ...common, user: { team_id: id } };
    const view = { team_id: id, app_installed_team_id: holder };
    const payloads = await goAround(id, token);
    expect(payloads).toMatchObject([
      { team_id: id, team_domain: domain, ...more, is_enterprise_install: String(is_enterprise_install) },
      { type: 'block_actions', ...by, team },
      { type: 'view_submission', ...by, team: team_id && team, view },
      {
        team_id: id,
        authorizations: [{ enterprise_id: common.enterprise?.id ?? null, team_id, is_enterprise_install }],
      },
    ]);
    for (const at of [0, 3]) expect(payloads[at]?.['enterprise_id']).toBe(common.enterprise?.id);
    const own = { is_enterprise_install, team_id: holder };
    expect(await createClient(slack, token).call('auth.test')).toMatchObject(own);
  },
);

describe('an organisation without workspaces', () => {
  const slack = perTest(() => open({ orgReach: 'none' }));
  const app = perTest(() => startApp(slack));
  const post = (token: string, team_id: string) => {
    const channel = slack.team(team_id).team.ids.frontDesk;
    return createClient(slack, token).code('chat.postMessage', { channel, text: 'x', team_id });
  };

  test('has the app where its admin adds it', async () => {
    const token = slack.install(ORG);
    const answers = async () => [await post(token, EAST), await post(token, WEST)];
    const none = 'team_access_not_granted';
    expect(await answers()).toEqual([none, none]);
    expect(await slack.grantTeams(ORG, [EAST])).toBe(true);
    expect(await answers()).toEqual(['ok', none]);
    expect(await slack.revokeTeams(ORG, [EAST])).toBe(true);
    expect(await answers()).toEqual([none, none]);
    const [granted] = app.payloads();
    expect(app.payloads()).toMatchObject([
      { enterprise_id: ORG, event: { type: 'team_access_granted', team_ids: [EAST] } },
      { event: { type: 'team_access_revoked' } },
    ]);
    for (const absent of ['authorizations', 'team_id']) expect(granted).not.toHaveProperty(absent);
  });

  test.each([
    ['authorized', { team_id: null, authorizations: [{ team_id: null, is_enterprise_install: true }] }],
    ['reference', { team_id: EAST, event: { enterprise_id: ORG, event: { type: 'team_access_granted' } } }],
  ] as const)('tells so in any envelope that Slack’s sources show: %s', async (behaviour, envelope) => {
    slack.install(ORG);
    slack.team(EAST).behaviours.set('teamAccess', behaviour);
    await slack.grantTeams(ORG, [EAST]);
    expect(app.payloads()).toMatchObject([envelope]);
  });
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
  test.each([NORTH, ORG])('in %s is told in two events, and ends its tokens', async (holder) => {
    const tokens = [slack.install(holder), slack.install(holder)];
    const others = [slack.install(SOUTH), slack.install(EAST)];
    expect(await slack.uninstall(holder)).toBe(true);
    expect(types()).toEqual([GONE, 'tokens_revoked']);
    const ofOrg = holder === ORG ? { enterprise_id: ORG, is_enterprise_install: true } : {};
    for (const payload of app.payloads()) {
      expect(payload).toMatchObject({ team_id: holder, type: 'event_callback', ...ofOrg });
      expect(payload).not.toHaveProperty('authorizations');
    }
    const bot = [idsOf(holder === ORG ? EAST : holder).botUser];
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
