import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import { afterEach, expect, test } from 'vitest';
import type { SlackOfTeams } from '../../../playground/slack/slack-of-teams.ts';
import { codeOf, createClient } from './call-slack.ts';
import { actions, button, modal, section } from './limit-cases.ts';
import { EAST, NORTH, ORG, openSlack, SOUTH, startAppOfTeams, WEST } from './start-app-of-teams.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
const open = async (...given: Parameters<typeof openSlack>): Promise<SlackOfTeams> => {
  const slack = await openSlack(...given);
  closers.push(slack.close);
  return slack;
};
const start = async (listen: (app: App) => void): Promise<SlackOfTeams> => {
  const scene = await startAppOfTeams(listen);
  closers.push(scene.close);
  return scene.slack;
};

test('a token reaches its own workspace and no other', async () => {
  const slack = await open();
  const north = createClient(slack, slack.install(NORTH));
  const south = createClient(slack, slack.install(SOUTH));
  const { frontDesk } = slack.team(NORTH).team.ids;

  const own = { team_id: NORTH, team: 'North', is_enterprise_install: false };
  expect(await north.auth.test()).toMatchObject(own);
  expect(await south.auth.test()).toMatchObject({ team_id: SOUTH });
  await north.chat.postMessage({ channel: frontDesk, text: 'for the north' });
  const astray = south.chat.postMessage({ channel: frontDesk, text: 'astray' });
  expect(await codeOf(astray)).toBe('channel_not_found');

  expect(slack.team(NORTH).posts()).toHaveLength(1);
  expect(slack.team(SOUTH).posts()).toEqual([]);

  // A workspace's own server takes its own tokens only.
  const { apiUrl } = slack.team(NORTH);
  const atNorth = (token: string) => createClient({ apiUrl }, token).auth.test();
  expect(await atNorth(slack.team(NORTH).botToken)).toMatchObject({ team_id: NORTH });
  expect(await codeOf(atNorth(slack.team(SOUTH).botToken))).toBe('invalid_auth');
});

test('ids differ between workspaces unless set to be the same', async () => {
  const slack = await open();
  const ids = slack.teams().flatMap(({ team }) => Object.values(team.ids));
  expect(new Set(ids).size).toBe(ids.length);

  const same = await open({
    teams: [
      { id: NORTH, name: 'North', domain: 'north', idMark: '' },
      { id: SOUTH, name: 'South', domain: 'south', idMark: '', ids: { sara: 'U0ZARA0001' } },
    ],
  });
  const { frontDesk } = same.team(NORTH).team.ids;
  expect(same.team(SOUTH).team.ids).toEqual({ ...same.team(NORTH).team.ids, sara: 'U0ZARA0001' });
  await createClient(same, same.install(SOUTH)).chat.postMessage({ channel: frontDesk, text: 'south only' });
  expect(same.team(NORTH).posts()).toEqual([]);
  expect(same.team(SOUTH).posts(frontDesk)).toHaveLength(1);
});

test('an unknown token, and one of an uninstalled app, is refused', async () => {
  const slack = await open();
  expect(await codeOf(createClient(slack, 'xoxb-made-up').auth.test())).toBe('invalid_auth');
  expect(await codeOf(createClient(slack).auth.test())).toBe('not_authed');
  expect(slack.calls('auth.test')).toHaveLength(2);
});

test('the app cannot be used where it is not installed', async () => {
  const slack = await start(() => {});
  slack.install(SOUTH);
  const { sara, frontDesk } = slack.team(NORTH).team.ids;
  const unknown = { ok: false, problem: '/paylink is not a valid command.' };
  expect(await slack.team(NORTH).command(sara, frontDesk, '/paylink')).toEqual(unknown);
  expect(await slack.team(NORTH).openHome(sara)).toMatchObject({ ok: false });
  expect(await slack.team(NORTH).sendEvent({ type: 'message' })).toBe(false);
  expect(slack.team(NORTH).exchanges()).toEqual([]);
});

test('files and responses stay in their workspace', async () => {
  const slack = await open();
  const client = createClient(slack, slack.install(SOUTH));
  const { frontDesk } = slack.team(SOUTH).team.ids;
  const file = { channel_id: frontDesk, filename: 'a.png', file: Buffer.from('x') };
  const { files } = await client.filesUploadV2(file);
  const id = files[0]?.files?.[0]?.id ?? '';
  expect(slack.team(SOUTH).file(id)?.sharedIn).toEqual([frontDesk]);
  expect(slack.team(NORTH).file(id)).toBeUndefined();
});

const enterprise = { id: ORG, name: 'Org' };

const loop = (seen: unknown[]) => (app: App) => {
  app.command('/paylink', async ({ ack, body, client, respond }) => {
    seen.push(body);
    await ack();
    await client.chat.postMessage({
      channel: body.channel_id,
      text: 'card',
      blocks: [actions(button({ action_id: 'go' }))] as never,
    });
    await respond('only you');
  });
  app.action<BlockAction<ButtonAction>>(/.*/, async ({ ack, body, client }) => {
    seen.push(body);
    await ack();
    await client.views.open({ trigger_id: body.trigger_id, view: modal() as never });
  });
  app.view(/.*/, async ({ ack, body }) => {
    seen.push(body);
    await ack();
  });
  app.event('app_home_opened', async ({ body, client, event }) => {
    seen.push(body);
    await client.views.publish({ user_id: event.user, view: { type: 'home', blocks: [section()] } as never });
  });
};

/** One person causes every kind of payload. */
const goAround = async (slack: SlackOfTeams, id: string): Promise<void> => {
  const team = slack.team(id);
  const { sara, frontDesk } = team.team.ids;
  expect(await team.command(sara, frontDesk, '/paylink')).toEqual({ ok: true });
  const card = await team.until(() => team.messages(frontDesk).find((one) => one.text === 'card'));
  await team.until(() => team.messages(frontDesk, { as: sara }).find((one) => one.text === 'only you'));
  expect(await team.click(sara, card, { actionId: 'go' })).toEqual({ ok: true });
  const form = await team.until(() => team.topModal(sara));
  expect(await team.submit(sara, form.id, {})).toMatchObject({ ok: true });
  expect(await team.openHome(sara)).toEqual({ ok: true });
  await team.until(() => team.home(sara));
};

test('payloads say which workspace they come from', async () => {
  const seen: unknown[] = [];
  const slack = await start(loop(seen));
  slack.install(NORTH);
  await goAround(slack, NORTH);
  const team = { id: NORTH, domain: 'north' };
  expect(seen).toMatchObject([
    { team_id: NORTH, team_domain: 'north', is_enterprise_install: 'false' },
    { type: 'block_actions', team, enterprise: null, is_enterprise_install: false },
    { type: 'view_submission', team, view: { team_id: NORTH, app_installed_team_id: NORTH } },
    {
      team_id: NORTH,
      authorizations: [{ enterprise_id: null, team_id: NORTH, is_enterprise_install: false }],
    },
  ]);
  expect(seen[0]).not.toHaveProperty('enterprise_id');
});

test('a workspace’s own installation in an organisation is not organisation-wide', async () => {
  const seen: unknown[] = [];
  const slack = await start(loop(seen));
  slack.install(EAST);
  await goAround(slack, EAST);
  expect(seen).toMatchObject([
    { team_id: EAST, enterprise_id: ORG, enterprise_name: 'Org', is_enterprise_install: 'false' },
    { team: { id: EAST, enterprise_id: ORG }, enterprise, is_enterprise_install: false },
    { team: { id: EAST }, enterprise, is_enterprise_install: false },
    { team_id: EAST, enterprise_id: ORG, authorizations: [{ enterprise_id: ORG, team_id: EAST }] },
  ]);
});

test('a call reaches the workspace that it names, among those of an organisation with the same ids', async () => {
  const teams = [EAST, WEST].map((id) => ({
    id,
    name: id,
    domain: id.toLowerCase(),
    enterprise,
    idMark: '',
  }));
  const slack = await open({ teams });
  const client = createClient(slack, slack.install(ORG));
  const { frontDesk } = slack.team(WEST).team.ids;
  await client.chat.postMessage({ channel: frontDesk, text: 'named', team_id: WEST } as never);
  expect(slack.team(EAST).posts()).toEqual([]);
  expect(slack.team(WEST).posts()).toHaveLength(1);
});

test('one token serves all workspaces of an organisation, and payloads say so', async () => {
  const seen: unknown[] = [];
  const slack = await start(loop(seen));
  slack.install(ORG);
  for (const id of [EAST, WEST]) {
    seen.splice(0);
    await goAround(slack, id);
    expect(seen).toMatchObject([
      { team_id: id, enterprise_id: ORG, is_enterprise_install: 'true' },
      { team: { id }, enterprise, is_enterprise_install: true },
      {
        team: null,
        enterprise,
        is_enterprise_install: true,
        user: { team_id: id },
        view: { team_id: id, app_installed_team_id: ORG },
      },
      { team_id: id, authorizations: [{ enterprise_id: ORG, team_id: null, is_enterprise_install: true }] },
    ]);
  }
  expect(await createClient(slack, slack.latestToken(ORG) ?? '').auth.test()).toMatchObject({
    enterprise_id: ORG,
    is_enterprise_install: true,
  });
  expect(slack.team(NORTH).posts()).toEqual([]);
});
