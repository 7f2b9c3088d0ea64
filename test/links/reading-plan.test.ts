// @module-tag postgres

import { expect, test } from 'vitest';
import { advance, isNightDue, planReading } from '../../src/links/checks/reading-plan.ts';
import { NOON } from '../fixtures/noon-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const ROOM = 10 * MINUTE;
const now = NOON + 60 * DAY;
/** All was read since `since` days ago, the last time ten minutes ago. */
const readSince = (since: number, until = 10 * MINUTE) => ({
  covered: { since: now - since * DAY, until: now - until },
  wholeAt: now - HOUR,
});
const openSince = (days: number) => ({ from: now - days * DAY, to: now - DAY });

test.each<
  [
    why: string,
    ask: Partial<Parameters<typeof planReading>[0]>,
    transactionsFrom: number,
    linksFrom: number | null,
  ]
>([
  ['what is new', { reading: readSince(40) }, 26 * HOUR + 10 * MINUTE, null],
  [
    'and the records of open links',
    { reading: readSince(40), open: openSince(9) },
    26 * HOUR + 10 * MINUTE,
    9 * DAY + ROOM,
  ],
  [
    'all since an open link that is older than what was read',
    { reading: readSince(8), open: openSince(9) },
    9 * DAY + ROOM,
    9 * DAY + ROOM,
  ],
  [
    'all since a link was made whose time is over, if somebody tried to pay it',
    { reading: readSince(40), open: openSince(9), triedFrom: now - 8 * DAY },
    8 * DAY + ROOM,
    9 * DAY + ROOM,
  ],
  [
    'what a long stop left',
    { reading: readSince(80, 20 * DAY), open: openSince(9) },
    20 * DAY + 26 * HOUR,
    9 * DAY + ROOM,
  ],
  [
    'no more than anybody needs',
    { reading: readSince(900, 300 * DAY), open: openSince(50) },
    50 * DAY + ROOM,
    50 * DAY + ROOM,
  ],
  [
    'since the oldest open link while no reading comes to the end',
    { reading: { covered: null, wholeAt: now }, open: openSince(9) },
    9 * DAY + ROOM,
    9 * DAY + ROOM,
  ],
  ['a day while there is none', { reading: { covered: null, wholeAt: now } }, 26 * HOUR, null],
  ['five weeks at night', { reading: readSince(40), isNight: true }, 35 * DAY, 35 * DAY],
  [
    'or as old as the oldest open link',
    { reading: readSince(90), open: openSince(80), isNight: true },
    80 * DAY + ROOM,
    80 * DAY + ROOM,
  ],
])('reads %s', (_, ask, transactionsAgo, linksAgo) => {
  const plan = planReading({ open: null, triedFrom: null, reading: null, isNight: false, now, ...ask });
  expect(plan.transactions).toEqual({ from: now - transactionsAgo, to: now + ROOM });
  expect(plan.links && now - plan.links.from).toBe(linksAgo);
});

test('what was read grows without a gap, and only by readings that came to their end', () => {
  const plan = (from: number, isWhole = false) => ({
    transactions: { from: now - from, to: now },
    links: null,
    isWhole,
  });
  const known = readSince(40);
  const to = (reading: ReturnType<typeof advance>) =>
    reading.covered && [now - reading.covered.since, now - reading.covered.until];
  expect(to(advance(known, plan(DAY), { now, isRead: true }))).toEqual([40 * DAY, 0]);
  expect(to(advance(known, plan(50 * DAY), { now, isRead: true }))).toEqual([50 * DAY, 0]);
  expect(to(advance(known, plan(MINUTE), { now, isRead: true }))).toEqual([MINUTE, 0]);
  expect(advance(known, plan(DAY), { now, isRead: false })).toEqual(known);
  expect(advance(null, plan(DAY, true), { now, isRead: false })).toEqual({ covered: null, wholeAt: now });
  expect(advance(known, plan(DAY, true), { now, isRead: false })).toEqual({ ...known, wholeAt: now });
});

test('a night begins at three o’clock where the merchant is', () => {
  const zone = 'Asia/Dubai';
  const at = (hour: number, minute = 0) => Date.UTC(2026, 10, 21, hour - 4, minute);
  const reading = { covered: null, wholeAt: at(2) };
  expect(isNightDue(null, at(12), zone)).toBe(true);
  expect(isNightDue(reading, at(2, 59), zone)).toBe(false);
  expect(isNightDue(reading, at(3), zone)).toBe(true);
  expect(isNightDue({ ...reading, wholeAt: at(3) }, at(26, 59), zone)).toBe(false);
  expect(isNightDue({ ...reading, wholeAt: at(3) }, at(27), zone)).toBe(true);
});
