import { expect, test } from 'vitest';
import type { Repeat } from '../../src/calendar/repeat.ts';
import { scheduleClose } from '../../src/daily-close/daily-schedule.ts';

const at = (text: string) => Date.parse(text);
const closeAt = (turn: string, atMinute: number, timeZone = 'Asia/Dubai') =>
  scheduleClose(turn, { every: 'day', on: 0, atMinute } satisfies Repeat, timeZone);
const NINE = 21 * 60;

test('a close counts its day from midnight to its hour on the merchant’s clock', () => {
  expect(closeAt('2026-11-21', NINE)).toEqual({
    day: '2026-11-21',
    span: { from: at('2026-11-21T00:00:00+04:00'), to: at('2026-11-21T20:59:59+04:00') },
  });
});

test('a close at an hour after midnight is of the whole day before', () => {
  expect(closeAt('2026-11-22', 60)).toEqual({
    day: '2026-11-21',
    span: { from: at('2026-11-21T00:00:00+04:00'), to: at('2026-11-21T23:59:59+04:00') },
  });
});

test('a day on which the clocks change is an hour shorter or longer', () => {
  const hours = (day: string) => {
    const { from, to } = closeAt(day, NINE, 'Europe/Berlin').span;
    return (to - from) / 3_600_000;
  };
  expect(hours('2026-03-29')).toBeCloseTo(20, 2);
  expect(hours('2026-10-25')).toBeCloseTo(22, 2);
});
