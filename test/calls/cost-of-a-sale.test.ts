// @module-tag store
import { expect, test } from 'vitest';
import { countSale } from '../../tools/bench/calls/cost-of-a-sale.ts';
import { type Calls, tabulate } from '../../tools/bench/calls/count-calls.ts';
import { countIdle } from '../../tools/bench/calls/idle.ts';
import { createTestDatabase, TEST_ENGINE } from '../fixtures/test-database.ts';
import { IS_LONG } from '../fixtures/whole-suite.ts';

const HOUR_MS = 60 * 60_000;
type Column = 'a sale' | 'without a callback' | 'idle';
type Costs = Record<Column, number>;

const costs = (sale: number, withoutCallback: number, idle: number): Costs => ({
  'a sale': sale,
  'without a callback': withoutCallback,
  idle,
});
const always = (count: number): Costs => costs(count, count, 0);

/** The same on both databases. */
const SLACK = {
  Slack: always(12),
  // The form first, because its trigger expires after three seconds.
  '– `views.open`': always(1),
  // The link in the form's window, and then *Paid*.
  '– `views.update`': always(2),
  // The card, without state or buttons, so that a second copy after a crash is never wrong; the QR code in its thread; *Paid*.
  '– `chat.postMessage`': always(3),
  // The card with its state and buttons; as paid; the QR code removed.
  '– `chat.update`': always(3),
  '– `files.getUploadURLExternal`': always(1),
  '– `upload`': always(1),
  '– `files.completeUploadExternal`': always(1),
};

/** `idle`: while nobody pays any of 100 open links, a day of the embedded database or an hour of PostgreSQL. */
const COSTS: Record<typeof TEST_ENGINE, Record<string, Costs>> = {
  sqlite: {
    ...SLACK,
    'the service': costs(3, 5, 432),
    '– `generate`': always(1),
    // The read-back: a callback alone proves nothing, and the link's record shows only the amount requested.
    '– `link`': costs(1, 0, 0),
    '– `transaction`': costs(1, 0, 0),
    // The listing and the empty page after it: a total does not prove the end.
    '– `links`': costs(0, 2, 288),
    '– `transactions`': costs(0, 2, 144),
    'the database: statements': costs(81, 96, 4_913),
    // Each call that must not be repeated is claimed in one commit and completed in another.
    'the database: commits': costs(20, 21, 1_181),
  },
  postgres: {
    ...SLACK,
    'the service': costs(3, 5, 18),
    '– `generate`': always(1),
    '– `link`': costs(1, 0, 0),
    '– `transaction`': costs(1, 0, 0),
    '– `links`': costs(0, 2, 12),
    '– `transactions`': costs(0, 2, 6),
    'the database: statements': costs(110, 128, 230),
    'the database: commits': costs(19, 21, 49),
  },
};

const isOfDatabase = (name: string): boolean => name.startsWith('the database');

/** What falls together by chance asks once what is due. */
const CHANCE = 1.02;

/** Calls exactly; statements and commits may be fewer. */
const expectCosts = (column: Column, calls: Calls): void => {
  const limits = new Map(Object.entries(COSTS[TEST_ENGINE]).map(([name, of]) => [name, of[column]]));
  const counted = new Map<string, number>(tabulate([calls]).map(([name, count = 0]) => [name, count]));
  const ofCalls = (rows: Map<string, number>) =>
    Object.fromEntries([...rows].filter(([name, count]) => !isOfDatabase(name) && count > 0));
  expect(ofCalls(counted)).toEqual(ofCalls(limits));
  for (const [name, count] of counted)
    if (isOfDatabase(name)) expect(count, name).toBeLessThanOrEqual(CHANCE * (limits.get(name) ?? 0));
};

test('a sale costs so many calls, statements and commits, and no more', async () => {
  const database = await createTestDatabase();
  const { withCallback, withoutCallback } = await countSale(database.place).finally(database.remove);
  expectCosts('a sale', withCallback);
  expectCosts('without a callback', withoutCallback);
});

test.runIf(IS_LONG)('what it costs while nobody pays any of 100 links', async () => {
  const database = await createTestDatabase();
  const ms = (TEST_ENGINE === 'postgres' ? 1 : 24) * HOUR_MS;
  const idle = await countIdle({ links: 100, ms, place: database.place }).finally(database.remove);
  expectCosts('idle', idle);
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
