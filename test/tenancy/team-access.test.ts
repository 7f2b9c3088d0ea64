// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import { changeTeamAccess, parseTeamAccess } from '../../src/tenancy/events.ts';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { createHands } from '../fixtures/northern-life.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { type ManyScene, NORTH, ORG, SOUTH, startMany } from '../fixtures/start-many.ts';

let scene: ManyScene | null = null;
afterEach(async () => {
  await scene?.close();
  scene = null;
});

const enterprise = { id: ORG, name: 'Gulf Group' };
const TEAMS = [
  { id: NORTH, name: 'North Trading', domain: 'north', enterprise },
  { id: SOUTH, name: 'South Trading', domain: 'south', enterprise },
];
const start = async (clock = createNoonClock()): Promise<ManyScene> => {
  scene = await startMany({ teams: TEAMS, orgReach: 'none', clock });
  await scene.settle(ORG, scene.slack.team(NORTH).team.ids.ravi);
  return scene;
};
const handsOf = ({ slack }: ManyScene, teamId: string) => createHands(slack.team(teamId));
/** Sara's card of a new link. */
const makeLink = async (here: ManyScene, teamId: string) => {
  const { sara } = here.slack.team(teamId).team.ids;
  await handsOf(here, teamId).makeLink(sara, {});
  return handsOf(here, teamId).shown(sara, /Waiting/);
};

describe.each(['bare', 'authorized', 'reference'] as const)(
  'an organisation’s admin, when Slack’s event is %s,',
  (how) => {
    test('adds the app to a workspace, which is served immediately, and removes it', async () => {
      const clock = createNoonClock();
      const { slack, ...rest } = await start(clock);
      const here = { slack, ...rest };
      for (const { behaviours } of slack.teams()) behaviours.set('teamAccess', how);
      expect(await slack.grantTeams(ORG, [NORTH, SOUTH])).toBe(true);
      const joined = () =>
        here.logLines.filter((line) => new RegExp(`${SOUTH}.*joined its organisation`).test(line)).length;
      await expect.poll(joined).toBe(1);
      const card = await makeLink(here, SOUTH);
      await makeLink(here, NORTH);
      expect(await slack.revokeTeams(ORG, [SOUTH])).toBe(true);
      await expect.poll(() => here.logLines.join('')).toMatch(new RegExp(`${SOUTH}.*left its organisation`));
      // Paylink posts nothing there, and the other workspace works as before.
      const posts = slack.team(SOUTH).posts().length;
      const [first, second] = here.merchants.of(ORG).links();
      for (const link of [first, second])
        await here.merchants.of(ORG).pay(link?.orderId ?? '', { callback: true });
      await handsOf(here, NORTH).shown(slack.team(NORTH).team.ids.sara, /✅ Paid <!date/);
      const south = slack.team(SOUTH);
      expect(south.posts()).toHaveLength(posts);
      const cardThere = south.messages(card.channel).find(({ ts }) => ts === card.ts);
      expect(seen(cardThere).text).toContain('Waiting');
      // Slack's events have whole seconds: the order of two in one second is unknown.
      clock.move(1_000);
      await slack.grantTeams(ORG, [SOUTH]);
      await expect.poll(joined).toBe(2);
      await makeLink(here, SOUTH);
    });
  },
);

test('a workspace is served from the event on, before its first request', async () => {
  const here = await start();
  await here.slack.grantTeams(ORG, [NORTH]);
  const tables = await openTables(here.database.place);
  await expect
    .poll(async () => (await tables.rows('workspaces')).map((row) => [row['team_id'], row['left_at']]))
    .toEqual([[NORTH, null]]);
  await tables.close();
});

test('an event without an organisation or workspaces changes nothing', async () => {
  for (const body of [
    null,
    { event: { type: 'team_access_revoked', team_ids: ['T1'] } },
    { enterprise_id: 'E1', event: { type: 'team_access_revoked' } },
    { enterprise_id: 'E1', event: { type: 'app_home_opened', team_ids: ['T1'] } },
    { enterprise_id: 'E1', event: { type: 'team_access_granted', team_ids: [''] } },
  ])
    expect(parseTeamAccess(body)).toBeNull();
});

test('a workspace named twice is removed once, and an unserved one is not removed', async () => {
  const access = parseTeamAccess({
    enterprise_id: 'E1',
    event_time: 100,
    event: { type: 'team_access_revoked', team_ids: ['T1', 'T1', 'T2'] },
  });
  const left: unknown[] = [];
  await changeTeamAccess(access ?? expect.fail(), {
    installations: {
      joinTeam: async () => true,
      leaveTeam: async ({ teamId }, { at, entry } = {}) => {
        left.push([teamId, at, entry?.action]);
        return teamId === 'T1';
      },
    },
    audit: { build: (event) => ({ id: 'A1', at: 0, subject: null, detail: null, ...event }) },
    log: { info: () => undefined } as never,
  });
  expect(left).toEqual([
    ['T1', 100_999, 'app-removed'],
    ['T2', 100_999, 'app-removed'],
  ]);
});
