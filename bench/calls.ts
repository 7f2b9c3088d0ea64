import { refuseRealSurroundings } from '../playground/refuse-real-surroundings.ts';
import { type Calls, tabulate } from './calls/count-calls.ts';
import { countIdle } from './calls/idle.ts';
import { countSales } from './calls/one-sale.ts';

const DAY_MS = 24 * 60 * 60_000;

refuseRealSurroundings(process.env);
const links = Number(process.env['CALLS_LINKS'] ?? 10_000);
if (!Number.isInteger(links) || links < 1) throw new Error('CALLS_LINKS must be a whole number above 0.');
const hasStatements = process.env['CALLS_STATEMENTS'] === '1';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const printTable = (title: string, heads: string[], columns: Calls[]): void => {
  print(`${title}:\n`);
  print(`| asked of | ${heads.join(' | ')} |`);
  print(`|---|${heads.map(() => '--:|').join('')}`);
  for (const [name, ...counts] of tabulate(columns, { hasStatements }))
    print(`| ${name} | ${counts.map((count) => count.toLocaleString('en-GB')).join(' | ')} |`);
  print('');
};

const { byForm, byLine, withoutCallback } = await countSales();
printTable(
  'One link, from its form to Paid',
  ['form', 'quick line', 'link and code', 'paid, callback', 'paid, sweep'],
  [byForm.form, byLine.form, byForm.made, byForm.paid, withoutCallback.paid],
);
printTable(
  `A day in which nothing happens to ${links.toLocaleString('en-GB')} open links`,
  ['a day'],
  [await countIdle({ links, ms: DAY_MS })],
);
