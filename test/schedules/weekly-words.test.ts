import { expect, test } from 'vitest';
import { readWeeklyTurn } from '../../src/schedules/schedule-words.ts';

test.each([
  ['', 0, 540],
  ['friday 18:30', 4, 1_110],
  ['sundays', 6, 540],
  ['every tue 9pm', 1, 1_260],
  ['7:15', 0, 435],
])('“on %s” is day %i, minute %i', (words, on, atMinute) => {
  expect(readWeeklyTurn(words, { every: 'week', on: 0, atMinute: 540 })).toEqual({
    every: 'week',
    on,
    atMinute,
  });
});

test.each(['someday', 'monday at nine', '9', 'monday 25:00'])('“on %s” is not understood', (words) => {
  expect(readWeeklyTurn(words, { every: 'week', on: 0, atMinute: 540 })).toBeNull();
});
