import { expect, test } from 'vitest';
import { tabulate } from '../../bench/calls/count-calls.ts';
import { countIdle } from '../../bench/calls/idle.ts';
import { countSales } from '../../bench/calls/one-sale.ts';
import { readFile, readTables } from '../docs/read-docs.ts';

const operations = readFile('docs/operations.md');

/** Names and numbers; the last cell explains them. */
const documented = (heading: string) =>
  readTables(operations, heading).map(([name, ...cells]) => [
    name,
    ...cells.slice(0, -1).map((cell) => Number(cell.replaceAll(',', ''))),
  ]);

/** The end of a sweep and the messages about what it found share the database, so one statement more or less asks what is due. */
const withoutChance = ([name, ...cells]: readonly (string | number | undefined)[]) =>
  name === 'the database: statements'
    ? [name, ...cells.slice(0, -1), Math.ceil(Number(cells.at(-1)) / 2)]
    : [name, ...cells];

test('a link makes as many calls and statements as docs/operations.md says, and no more', async () => {
  const { byForm, byLine, withoutCallback } = await countSales();
  const counted = tabulate([byForm.form, byLine.form, byForm.made, byForm.paid, withoutCallback.paid]);
  expect(counted.map(withoutChance)).toEqual(documented('for one link').map(withoutChance));
  // How the form was filled makes no difference after submission.
  expect(tabulate([byLine.made, byLine.paid])).toEqual(tabulate([byForm.made, byForm.paid]));
});

test('a sweep costs one listing page per hundred unpaid links, and posts nothing', async () => {
  const { slack, service, statements, commits } = await countIdle({ links: 150, ms: 20 * 60_000 });
  expect(slack).toEqual({});
  // Two pages and the empty one after them, every ten minutes.
  expect(service).toEqual({ links: 2 * 3, transactions: 2 });
  // A heartbeat every half minute, the turn to sweep, and how far it has read.
  expect(commits).toBe(20 * 2 + 2 * 2);
  expect(Object.values(statements).reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(200);
});
