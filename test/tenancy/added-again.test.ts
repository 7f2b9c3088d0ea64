// @module-tag long
// @module-tag store

import { afterEach, describe, expect, test } from 'vitest';
import { createHands } from '../fixtures/northern-life.ts';
import { openTables } from '../fixtures/read-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { type ManyScene, NORTH, SOUTH, startMany } from '../fixtures/start-many.ts';
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
