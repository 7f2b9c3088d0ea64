import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayOf } from '../../src/calendar/date-span.ts';
import {
  daysOfTurn,
  isTooLate,
  lastTurn,
  nextTurn,
  type Repeat,
  turnsBetween,
  turnsMissed,
  turnsToCome,
} from '../../src/calendar/repeat.ts';

const at = (text: string) => Date.parse(text);

test.each<[when: string, Repeat['every'], on: number, time: string, after: string, next: string]>([
  ['later today', 'day', 0, '09:00', '2026-11-21T08:59:59', '2026-11-21'],
  ['tomorrow', 'day', 0, '09:00', '2026-11-21T09:00', '2026-11-22'],
  ['next Monday', 'week', 0, '09:00', '2026-11-21T09:00', '2026-11-23'],
  ['in a week', 'week', 5, '09:00', '2026-11-21T09:00', '2026-11-28'],
  ['on the first', 'month', 1, '09:00', '2026-12-01T09:00', '2027-01-01'],
  ['on the last of February', 'month', 31, '00:00', '2027-01-31T00:00', '2027-02-28'],
])('%s is the next turn of a %s on %i at %s', (_, every, on, time, after, next) => {
  const atMinute = Number(time.slice(0, 2)) * 60;
  const { dueAt } = nextTurn({ every, on, atMinute }, at(`${after}+04:00`), 'Asia/Dubai');
  expect(dueAt).toBe(at(`${next}T${time}+04:00`));
});

test('a turn at a skipped time is an hour later, and at a repeated time it happens once', () => {
  const repeat: Repeat = { every: 'day', on: 0, atMinute: 150 };
  const spring = nextTurn(repeat, at('2026-03-28T12:00Z'), 'Europe/Berlin');
  expect(spring.dueAt).toBe(at('2026-03-29T03:30:00+02:00'));
  const autumn = nextTurn(repeat, at('2026-10-24T12:00Z'), 'Europe/Berlin');
  expect(autumn.dueAt).toBe(at('2026-10-25T02:30:00+02:00'));
  expect(nextTurn(repeat, autumn.dueAt, 'Europe/Berlin').day).toBe('2026-10-26');
});

test.each<[every: Repeat['every'], on: number, day: string, from: string, to: string]>([
  ['day', 0, '2026-03-01', '2026-02-28', '2026-02-28'],
  ['week', 0, '2026-11-23', '2026-11-16', '2026-11-22'],
  ['month', 5, '2027-01-05', '2026-12-01', '2026-12-31'],
  ['month', 28, '2027-02-28', '2027-01-01', '2027-01-31'],
  ['month', 31, '2026-11-30', '2026-11-01', '2026-11-30'],
  ['month', 31, '2027-02-28', '2027-02-01', '2027-02-28'],
])('the turn of a %s on %i, on %s, covers %s to %s', (every, on, day, from, to) => {
  const span = daysOfTurn({ every, on }, day, 'Asia/Dubai');
  expect([dayOf(span.from, 'Asia/Dubai'), dayOf(span.to, 'Asia/Dubai')]).toEqual([from, to]);
});

test('no turn is skipped or repeated in any zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Repeat['every']>('day', 'week', 'month'),
      fc.nat(30),
      fc.nat(1_439),
      fc.integer({ min: at('2024-01-01'), max: at('2030-01-01') }),
      fc.constantFrom('Asia/Dubai', 'Europe/Berlin', 'Pacific/Apia', 'America/Sao_Paulo'),
      (every, n, atMinute, now, timeZone) => {
        const on = { day: 0, week: n % 7, month: n + 1 }[every];
        const repeat: Repeat = { every, on, atMinute };
        const next = nextTurn(repeat, now, timeZone);
        const after = nextTurn(repeat, next.dueAt, timeZone);
        expect(next.dueAt).toBeGreaterThan(now);
        expect(lastTurn(repeat, next.dueAt, timeZone)).toEqual(next);
        expect(lastTurn(repeat, next.dueAt - 1, timeZone).dueAt).toBeLessThanOrEqual(now);
        expect(turnsBetween(repeat, next.day, after.day)).toEqual([next.day]);
      },
    ),
    { numRuns: 200 },
  );
});

/** What is taken, and what is named as missed, if Paylink was down from before `planned` until `now`. */
test.each<[every: string, planned: string, now: string, taken: string, missed: string]>([
  ['day 0 08:00', '11-22', '11-22T08:30', '11-22', ''],
  ['day 0 08:00', '11-22', '11-24T07:59', '11-23', '11-22'],
  ['day 0 08:00', '11-22', '11-24T08:00', '11-24', '11-22 11-23'],
  ['week 0 09:00', '11-23', '11-29T23:00', '11-23', ''],
  ['week 0 09:00', '11-23', '12-01T15:00', '11-30', '11-23'],
  ['month 1 09:00', '12-01', '12-31T12:00', '12-01', ''],
  ['day 0 21:00', '11-21', '11-22T20:59', '11-21', ''],
  ['day 0 21:00', '11-21', '11-23T21:30', '11-23', '11-21 11-22'],
])('downtime: %s, planned for %s, at %s takes %s', (words, planned, now, taken, missed) => {
  const [every, on, time = ''] = words.split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const repeat = { every, on: Number(on), atMinute: hour * 60 + minute } as Repeat;
  const schedule = { repeat, setAt: at('2026-11-20T12:00+04:00') };
  const nowAt = at(`2026-${now}+04:00`);
  const isLate = isTooLate(repeat, `2026-${planned}`, nowAt, 'Asia/Dubai');
  const lastDay = `2026-${planned}`;
  const [next] = turnsToCome({ ...schedule, lastDay }, nowAt, 'Asia/Dubai');
  const day = isLate ? next?.day : lastDay;
  expect(day).toBe(`2026-${taken}`);
  const [before] = turnsBetween(repeat, '2026-11-01', lastDay).slice(-1);
  const named = turnsMissed(repeat, before ?? '2026-11-20', day ?? '').map((one) => one.slice(5));
  expect(named.join(' ')).toBe(missed);
});

/** The days to choose from, for a turn of each day at 21:00. A turn that was taken does not come back. */
test.each<[what: string, now: string, setAt: string, lastDay: string, days: string]>([
  ['the one that was due', '22T12:00', '20T12:00', '20', '21 22'],
  ['none that was taken', '22T12:00', '20T12:00', '21', '22 23'],
  ['none that was taken while the clock was ahead', '22T12:00', '20T12:00', '23', '22 23'],
  ['none from before it was set', '22T12:00', '21T21:00', '', '22 23'],
  ['one due a moment after it was set', '22T12:00', '21T20:59', '', '21 22'],
  ['one that is due now', '22T21:00', '20T12:00', '21', '22 23'],
])('of the turns to come the first is %s', (_, now, setAt, lastDay, days) => {
  const of = {
    repeat: { every: 'day', on: 0, atMinute: 21 * 60 },
    setAt: at(`2026-11-${setAt}+04:00`),
  } as const;
  const turns = turnsToCome(
    { ...of, lastDay: lastDay && `2026-11-${lastDay}` },
    at(`2026-11-${now}+04:00`),
    'Asia/Dubai',
  );
  expect(turns.map(({ day }) => day.slice(8)).join(' ')).toBe(days);
});
