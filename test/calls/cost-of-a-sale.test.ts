// @module-tag store
import { expect, test } from 'vitest';
import { countSale } from '../../tools/bench/calls/cost-of-a-sale.ts';
import { type Calls, tabulate } from '../../tools/bench/calls/count-calls.ts';
import { countIdle } from '../../tools/bench/calls/idle.ts';
import { readFile, readTables } from '../docs/read-docs.ts';
import { createTestDatabase, TEST_ENGINE } from '../fixtures/test-database.ts';
import { IS_LONG } from '../fixtures/whole-suite.ts';

const HOUR_MS = 60 * 60_000;
/** For each database. */
const COLUMNS = ['a sale', 'without a callback', 'an idle time'] as const;
type Column = (typeof COLUMNS)[number];

/** The numbers of one column for this database, by the name of their row; the last cell of a row explains it. */
const documented = (column: Column): Map<string, number> => {
  const place = 1 + COLUMNS.indexOf(column) + (TEST_ENGINE === 'postgres' ? COLUMNS.length : 0);
  return new Map(
    readTables(readFile('docs/operations.md'), 'what it costs').map((cells) => [
      cells[0] ?? '',
      Number(cells[place]?.replaceAll(',', '')),
    ]),
  );
};

const isOfDatabase = (name: string): boolean => name.startsWith('the database');

/** What falls together by chance asks once what is due. */
const CHANCE = 1.02;

/** Calls exactly; statements and commits may be fewer. */
const expectAsDocumented = (column: Column, calls: Calls): void => {
  const limits = documented(column);
  const counted = new Map<string, number>(tabulate([calls]).map(([name, count = 0]) => [name, count]));
  const ofCalls = (rows: Map<string, number>) =>
    [...rows].filter(([name, count]) => !isOfDatabase(name) && count > 0);
  expect(ofCalls(counted)).toEqual(ofCalls(limits));
  for (const [name, count] of counted)
    if (isOfDatabase(name)) expect(count, name).toBeLessThanOrEqual(CHANCE * (limits.get(name) ?? 0));
};

test('a sale costs as many calls, statements and commits as docs/operations.md says, and no more', async () => {
  const database = await createTestDatabase();
  const { withCallback, withoutCallback } = await countSale(database.place).finally(database.remove);
  expectAsDocumented('a sale', withCallback);
  expectAsDocumented('without a callback', withoutCallback);
});

test.runIf(IS_LONG)('while nobody pays any of 100 links, it costs what docs/operations.md says', async () => {
  const database = await createTestDatabase();
  const ms = (TEST_ENGINE === 'postgres' ? 1 : 24) * HOUR_MS;
  const idle = await countIdle({ links: 100, ms, place: database.place }).finally(database.remove);
  expectAsDocumented('an idle time', idle);
});

test.runIf(IS_LONG)(
  'a sweep costs one listing page per hundred unpaid links, and posts nothing',
  async () => {
    const database = await createTestDatabase();
    const { slack, service, commits } = await countIdle({
      links: 150,
      ms: 20 * 60_000,
      place: database.place,
    }).finally(database.remove);
    expect(slack).toEqual({});
    // Two pages and the empty one after them, every ten minutes.
    expect(service).toEqual({ links: 2 * 3, transactions: 2 });
    // A heartbeat every two minutes, the claim and the end of each turn to sweep, and how far it has read.
    expect(commits).toBe(20 / 2 + 2 * 3);
  },
);
