import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  daysBefore,
  isTooLate,
  lastTurn,
  nextTurn,
  type Repeat,
  turnsBetween,
  turnsMissed,
  turnsToCome,
} from '../../src/calendar/repeat.ts';
import type { ScheduleKind } from '../../src/store/schedule.ts';

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

test('a turn covers the day, the seven days or the calendar month before it', () => {
  const span = (every: Repeat['every'], day: string) => {
    const { from, to } = daysBefore({ every }, day, 'Asia/Dubai');
    return [
      new Date(from + 4 * 3_600_000).toISOString().slice(0, 10),
      new Date(to + 4 * 3_600_000).toISOString().slice(0, 10),
    ];
  };
  expect(span('day', '2026-03-01')).toEqual(['2026-02-28', '2026-02-28']);
  expect(span('week', '2026-11-23')).toEqual(['2026-11-16', '2026-11-22']);
  expect(span('month', '2027-01-05')).toEqual(['2026-12-01', '2026-12-31']);
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
        const on = { day: n % 2, week: n % 7, month: n + 1 }[every];
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
test.each<[kind: ScheduleKind, every: string, planned: string, now: string, taken: string, missed: string]>([
  ['scheduled-export', 'day 0 08:00', '11-22', '11-22T08:30', '11-22', ''],
  ['scheduled-export', 'day 0 08:00', '11-22', '11-24T07:59', '11-23', '11-22'],
  ['scheduled-export', 'day 0 08:00', '11-22', '11-24T08:00', '11-24', '11-22 11-23'],
  ['weekly-summary', 'week 0 09:00', '11-23', '11-29T23:00', '11-23', ''],
  ['weekly-summary', 'week 0 09:00', '11-23', '12-01T15:00', '11-30', '11-23'],
  ['batch-list', 'month 1 09:00', '12-01', '12-31T12:00', '12-01', ''],
  ['daily-close', 'day 0 21:00', '11-21', '11-21T23:59', '11-21', ''],
  ['daily-close', 'day 0 21:00', '11-21', '11-22T00:00', '11-22', '11-21'],
  ['daily-close', 'day 0 21:00', '11-21', '11-23T21:30', '11-23', '11-21 11-22'],
  ['daily-close', 'day 1 01:00', '11-21', '11-22T23:59', '11-21', ''],
  ['daily-close', 'day 1 01:00', '11-21', '11-23T00:00', '11-22', '11-21'],
])('downtime: a %s of %s, planned for %s, at %s takes %s', (kind, words, planned, now, taken, missed) => {
  const [every, on, time = ''] = words.split(' ');
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const repeat = { every, on: Number(on), atMinute: hour * 60 + minute } as Repeat;
  const schedule = { kind, repeat, setAt: at('2026-11-20T12:00+04:00') };
  const nowAt = at(`2026-${now}+04:00`);
  const isLate = isTooLate(schedule, `2026-${planned}`, nowAt, 'Asia/Dubai');
  const lastDay = `2026-${planned}`;
  const [next] = turnsToCome({ ...schedule, lastDay }, nowAt, 'Asia/Dubai');
  const day = isLate ? next?.day : lastDay;
  expect(day).toBe(`2026-${taken}`);
  const [before] = turnsBetween(repeat, '2026-11-01', lastDay).slice(-1);
  const named = turnsMissed(repeat, before ?? '2026-11-20', day ?? '').map((one) => one.slice(5));
  expect(named.join(' ')).toBe(missed);
});
