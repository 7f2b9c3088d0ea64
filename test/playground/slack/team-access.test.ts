import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseJson, readRecord } from '../../../playground/page/read-json.ts';
import type { SlackOfTeams } from '../../../playground/slack/slack-of-teams.ts';
import { startReceiver } from '../start-receiver.ts';
import { codeOf, createClient } from './call-slack.ts';
import { actions, button } from './limit-cases.ts';
import { CREDENTIALS, EAST, NORTH, ORG, openSlack, WEST } from './start-app-of-teams.ts';

const BACK = 'https://app.example/slack/oauth_redirect';

let app: Awaited<ReturnType<typeof startReceiver>>;
let slack: SlackOfTeams;

beforeEach(async () => {
  app = await startReceiver();
  slack = await openSlack({
    orgReach: 'none',
    app: { ...CREDENTIALS, redirectUrls: [BACK] },
    appUrl: app.url,
  });
});
afterEach(async () => {
  await slack.close();
  await app.close();
});

/** What Slack sent to the app. */
const bodies = (): Record<string, unknown>[] =>
  app.received.map(({ body }) =>
    readRecord(parseJson(body.startsWith('{') ? body : (new URLSearchParams(body).get('payload') ?? '{}'))),
  );
const post = (teamId: string, token: string) =>
  codeOf(
    createClient(slack, token).chat.postMessage({
      channel: slack.team(teamId).team.ids.frontDesk,
      text: 'hello',
      team_id: teamId,
    } as never),
  );

test('an organisation’s installation covers only the workspaces that its admin added', async () => {
  const token = slack.install(ORG);
  for (const id of [EAST, WEST]) expect(await post(id, token)).toBe('team_access_not_granted');
  expect(await slack.grantTeams(ORG, [EAST])).toBe(true);
  expect([await post(EAST, token), await post(WEST, token)]).toEqual(['ok', 'team_access_not_granted']);
  expect(await slack.revokeTeams(ORG, [EAST])).toBe(true);
  expect(await post(EAST, token)).toBe('team_access_not_granted');
  expect(bodies()).toMatchObject([
    { enterprise_id: ORG, event: { type: 'team_access_granted', team_ids: [EAST] } },
    { event: { type: 'team_access_revoked' } },
  ]);
  expect(bodies()[0]).not.toHaveProperty('authorizations');
  expect(bodies()[0]).not.toHaveProperty('team_id');
});

test('the event can have any of the envelopes that Slack’s sources show', async () => {
  slack.install(ORG);
  const { behaviours } = slack.team(EAST);
  behaviours.set('teamAccess', 'authorized');
  await slack.grantTeams(ORG, [EAST]);
  behaviours.set('teamAccess', 'reference');
  await slack.grantTeams(ORG, [EAST]);
  expect(bodies()).toMatchObject([
    { team_id: null, authorizations: [{ team_id: null, is_enterprise_install: true }] },
    { team_id: EAST, event: { enterprise_id: ORG, event: { type: 'team_access_granted' } } },
  ]);
});

test('an installation from the admin pages sends a valid code without state', async () => {
  const back = new URL(slack.allowFromAdminPages(NORTH, slack.team(NORTH).team.ids.ravi));
  expect(back.href.startsWith(BACK)).toBe(true);
  expect(back.searchParams.has('state')).toBe(false);
  const answer = await createClient(slack).oauth.v2.access({
    client_id: CREDENTIALS.clientId,
    client_secret: CREDENTIALS.clientSecret,
    code: back.searchParams.get('code') ?? '',
  });
  expect(answer.team?.id).toBe(NORTH);
});

test('a channel whose id changed is found only by the new id, with all its messages', async () => {
  const client = createClient(slack, slack.install(NORTH));
  const { finance } = slack.team(NORTH).team.ids;
  const { ts = '' } = await client.chat.postMessage({ channel: finance, text: 'card' });
  const tell = slack.team(NORTH).changeChannelId(finance, 'C0SHARED01');
  expect(await codeOf(client.chat.update({ channel: finance, ts, text: 'paid' }))).toBe('channel_not_found');
  await client.chat.update({ channel: 'C0SHARED01', ts, text: 'paid' });
  expect(bodies()).toEqual([]);
  expect(await tell()).toBe(true);
  expect(bodies()).toMatchObject([
    {
      team_id: NORTH,
      event: { type: 'channel_id_changed', old_channel_id: finance, new_channel_id: 'C0SHARED01' },
    },
  ]);
});

test('a press by an outsider names their workspace as the user’s, and the host’s or theirs as the team', async () => {
  const client = createClient(slack, slack.install(NORTH, undefined, ['chat:write', 'users:read']));
  const north = slack.team(NORTH);
  const { partners, lena } = north.team.ids;
  north.addPerson({ id: 'U0SISTER01', name: 'samira', teamId: WEST }, [partners]);
  north.addPerson({ id: 'U0VISITOR1', name: 'vera', isRestricted: true }, [partners]);
  const blocks = [actions(button({ action_id: 'go' }))] as never;
  const { ts = '' } = await client.chat.postMessage({ channel: partners, text: 'card', blocks });
  const press = (as: string) => north.click(as, { channel: partners, ts }, { actionId: 'go' });
  await press(lena);
  await press('U0SISTER01');
  await press('U0VISITOR1');
  north.behaviours.set('teamOfOutsider', 'own');
  await press('U0SISTER01');
  expect(bodies()).toMatchObject([
    { team: { id: NORTH }, user: { id: lena, team_id: 'T0GUEST' } },
    { team: { id: NORTH }, user: { id: 'U0SISTER01', team_id: WEST } },
    { team: { id: NORTH }, user: { id: 'U0VISITOR1', team_id: NORTH } },
    { team: { id: WEST }, user: { id: 'U0SISTER01', team_id: WEST } },
  ]);
  expect(await client.users.info({ user: 'U0VISITOR1' })).toMatchObject({ user: { is_restricted: true } });
});
