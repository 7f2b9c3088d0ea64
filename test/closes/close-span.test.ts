import { expect, test } from 'vitest';
import { closeOfTurn } from '../../src/closes/close-span.ts';

const at = (text: string) => Date.parse(text);
const NINE = 21 * 60;

test.each([
  ['counts its day up to its hour', '2026-11-21', NINE, '21T00:00:00', '21T20:59:59', '21T20:59:59'],
  [
    'after midnight is of the whole day before',
    '2026-11-22',
    60,
    '21T00:00:00',
    '21T23:59:59',
    '22T00:59:59',
  ],
])('a close %s', (_, turn, atMinute, from, to, last) => {
  const close = closeOfTurn(turn, { every: 'day', on: 0, atMinute }, 'Asia/Dubai');
  const when = (text: string) => at(`2026-11-${text}+04:00`);
  expect(close).toEqual({ days: { from: when(from), to: when(to) }, to: when(last) });
});

test('a weekly one is of the seven whole days before, whatever its hour', () => {
  const close = closeOfTurn('2026-11-23', { every: 'week', on: 0, atMinute: NINE }, 'Asia/Dubai');
  const last = at('2026-11-22T23:59:59+04:00');
  expect(close).toEqual({ days: { from: at('2026-11-16T00:00:00+04:00'), to: last }, to: last });
});

test('a day on which the clocks change is an hour shorter or longer', () => {
  const hours = (day: string) => {
    const close = closeOfTurn(day, { every: 'day', on: 0, atMinute: NINE }, 'Europe/Berlin');
    return (close.days.to - close.days.from) / 3_600_000;
  };
  expect(hours('2026-03-29')).toBeCloseTo(20, 2);
  expect(hours('2026-10-25')).toBeCloseTo(22, 2);
});
