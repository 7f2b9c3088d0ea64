// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import { createNoonClock } from '../fixtures/noon-clock.ts';
import { createHands } from '../fixtures/northern-life.ts';
import { postAsSlack } from '../fixtures/post-as-slack.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { type ManyScene, NORTH, ORG, SOUTH, startMany } from '../fixtures/start-many.ts';
import { testAtLength } from '../fixtures/whole-suite.ts';

let scene: ManyScene;

afterEach(() => scene.close());

const people = (teamId = NORTH) => scene.slack.team(teamId).team.ids;
const hands = (teamId = NORTH) => createHands(scene.slack.team(teamId));
const made = (merchant: string) => scene.merchants.of(merchant).links().length;
const removed = async () => {
  expect(await scene.slack.uninstall(NORTH)).toBe(true);
  await expect.poll(() => scene.logLines.join('')).toContain('an installation was removed');
};
const find = async (as: string) => {
  await hands().send(as, 'find Zaynab');
  return seen(await hands().shown(as, /Zaynab|No link|Nothing|no link/)).text;
};

describe('a workspace that removed Paylink and adds it again', () => {
  const live = async () => {
    scene = await startMany();
    const { ravi, omar, sara } = people();
    await scene.settle(NORTH, ravi);
    await hands().saveSettings(ravi, { supervisor: [omar], approvalLimitFils: '1000' });
    await hands().makeLink(sara, { FullName: 'Zaynab Saleh' });
    await hands().send(ravi, 'daily on 21:00');
    await hands().shown(ravi, /daily close is on/);
    await removed();
  };

  testAtLength('by its admin of before finds links, settings and roles', async () => {
    await live();
    const { ravi } = people();
    await scene.settle(NORTH, ravi);
    expect(await find(ravi)).toContain('Zaynab');
  });

  testAtLength(
    'by its admin of before, with another account, reads on the page that it must be confirmed',
    async () => {
      await live();
      const { text } = await scene.connect(await scene.install(NORTH, people().ravi), SOUTH);
      expect(text).toContain('This is another account than before');
    },
  );

  test('by anybody else begins anew: nothing of before is found, and retention still knows it', async () => {
    await live();
    const { omar, sara } = people();
    expect((await scene.connect(await scene.install(NORTH, omar), SOUTH)).status).toBe(200);
    expect(await find(omar)).not.toContain('Zaynab Saleh');
    // The first connection of a new beginning needs no confirmation, and no limit of before asks for approval.
    await hands().makeLink(sara, { invoiceAmount: '5000' });
    expect(made(SOUTH)).toBe(1);
    const tables = await openTables(scene.database.place);
    const names = new Map<string, Set<unknown>>();
    for (const table of ['links', 'members', 'settings', 'audit_entries', 'installations'])
      names.set(
        table,
        new Set((await tables.rows(table)).map((row) => String(row['team_id']).replace(/~\d+$/, '~'))),
      );
    // Its daily close is not planned again.
    expect(await tables.rows('schedules')).toMatchObject([{ stopped_at: expect.anything() }]);
    await tables.close();
    expect(Object.fromEntries([...names].map(([table, teams]) => [table, [...teams].sort()]))).toEqual({
      links: [NORTH, `${NORTH}~`],
      members: [`${NORTH}~`],
      settings: [`${NORTH}~`],
      audit_entries: [NORTH, `${NORTH}~`],
      installations: [NORTH, `${NORTH}~`],
    });
  });
});

describe('a workspace of an organisation', () => {
  const enterprise = { id: ORG, name: 'Gulf Group' };
  const north = { id: NORTH, name: 'North Trading', domain: 'north' };
  const south = { id: SOUTH, name: 'South Trading', domain: 'south' };

  testAtLength(
    'that installs Paylink itself does not get the organisation’s account, and the page says so',
    async () => {
      scene = await startMany({
        teams: [
          { ...north, enterprise },
          { ...south, enterprise },
        ],
      });
      const { ravi, sara, omar } = people();
      await scene.settle(ORG, ravi);
      await scene.slack.grantTeams(ORG, [NORTH]);
      await hands().makeLink(sara, {});
      expect(made(ORG)).toBe(1);
      await expect(scene.install(NORTH, omar)).rejects.toThrow('not installed: 200');
      await hands().send(sara, '250');
      await hands().shown(sara, /not connected to the payment service/);
      expect(made(ORG)).toBe(1);
    },
  );

  test('is not served again by an event from before it left, however late Slack sends it', async () => {
    const clock = createNoonClock();
    scene = await startMany({
      teams: [
        { ...north, enterprise },
        { ...south, enterprise },
      ],
      orgReach: 'none',
      clock,
    });
    await scene.settle(ORG, people().ravi);
    await scene.slack.grantTeams(ORG, [NORTH]);
    const tables = await openTables(scene.database.place);
    const left = () => tables.rows('workspaces').then((rows) => rows.map((row) => row['left_at']));
    await expect.poll(left).toEqual([null]);
    await scene.slack.revokeTeams(ORG, [NORTH]);
    await expect.poll(left).not.toEqual([null]);
    const before = await left();
    clock.move(5_000);
    const { status } = await postAsSlack(
      { appUrl: scene.appUrl, signingSecret: 'planted-signing-secret' },
      {
        event: {
          type: 'event_callback',
          team_id: NORTH,
          enterprise_id: ORG,
          event_time: Math.floor(clock.now() / 1000) - 60,
          authorizations: [{ enterprise_id: ORG, team_id: NORTH, is_enterprise_install: true }],
          event: { type: 'app_home_opened', user: people().sara, tab: 'home', channel: 'D1' },
        },
      },
    );
    expect(status).toBeLessThan(500);
    expect(await left()).toEqual(before);
    await tables.close();
  });
});
