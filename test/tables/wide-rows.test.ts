// @module-tag long

import { describe, expect, test } from 'vitest';
import { createTotals } from '../../src/figures/totals.ts';
import { MOST_VALUES } from '../../src/listings/flatten-row.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { textOfCell } from '../../src/tables/build-report-table.ts';
import { columnsOf } from '../../src/tables/column-collector.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import type { Fields } from '../fixtures/record-tables.ts';
import { sample } from '../fixtures/whole-suite.ts';

const ZONE = 'Asia/Dubai';

const many = (count: number, each: (index: number) => [string, unknown]): Fields =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => each(index)));
/** A different spelling of the name for each number. */
const spell = (name: string, index: number): string =>
  `${name}${'_'.repeat(index % 90)}${'-'.repeat(index / 90)}`;

const WIDE: Record<string, (size: number) => Fields> = {
  'different fields': (size) => many(size, (index) => [`field${index}`, 'x']),
  'one name in many spellings': (size) => many(size, (index) => [spell('a', index), 'x']),
  'many states': (size) => many(size, (index) => [spell('status', index), 'PAID']),
  'many payments': (size) => many(size, (index) => [spell('payment', index), { status: 'PAID', amount: 1 }]),
  'many containers': (size) => many(size, (index) => [`c${index}`, { amount: 1, status: 'PAID' }]),
  'values with many spaces': (size) => ({
    amount: `1${' '.repeat(size)}2`,
    status: `a${' '.repeat(size)}b`,
    createdAt: `2026${' '.repeat(size)}-`,
    note: '@'.repeat(size),
  }),
  'long names': (size) => ({
    ['A'.repeat(size)]: 1,
    [`a${' '.repeat(size)}b`]: 2,
    ['aB'.repeat(size)]: 3,
  }),
  'a list of many customers': (size) => ({ items: Array.from({ length: size }, () => ({ email: 'x' })) }),
};

const readAll = (fields: Fields) => {
  const rows = [createRowReader('transactions', ZONE)({ fields })];
  const columns = columnsOf('transactions', rows, ZONE);
  const totals = createTotals({ kind: 'transactions', words: WORDS });
  totals.add(rows);
  for (const row of rows) for (const { of, kind } of columns) textOfCell(of(row), kind, ZONE);
  return { rows, columns, totals: totals.result() };
};

/** The least processor time of three runs, in milliseconds, because the machine is shared. */
const costOf = (fields: Fields): number =>
  Math.min(
    ...[1, 2, 3].map(() => {
      const before = process.cpuUsage();
      readAll(fields);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    }),
  );

describe('a row with many fields', () => {
  test.each(sample(Object.entries(WIDE)))('%s: four times the size costs about four times', (_, build) => {
    const [part, whole] = [build(5_000), build(20_000)];
    costOf(part);
    // With room for garbage collection; quadratic work would take sixteen times as long.
    expect(costOf(whole)).toBeLessThan(8 * costOf(part) + 40);
  });

  test('is read up to the limit, and says that there is more', () => {
    const { rows, columns, totals } = readAll({
      amount: 250,
      status: 'SUCCESS',
      ...many(MOST_VALUES, (index) => [`field${index}`, index]),
    });
    expect(rows[0]).toMatchObject({ amountFils: 25_000, hasUnread: true });
    expect(columns.length).toBeLessThanOrEqual(MOST_VALUES);
    // An unread field may deny the payment.
    expect(totals.byClass).toMatchObject([{ is: 'unclassified', fils: 25_000, rows: 1 }]);
  });

  test('within the limit is read in full', () => {
    const { rows, totals } = readAll({
      ...many(MOST_VALUES - 2, (index) => [`field${index}`, index]),
      amount: 250,
      status: 'SUCCESS',
    });
    expect(rows[0]).not.toHaveProperty('hasUnread');
    expect(totals.byClass).toMatchObject([{ is: 'received', fils: 25_000 }]);
  });
});
