import { expect, test } from 'vitest';
import { formatMinute } from '../../src/blocks/money-and-time.ts';
import { readDailyHour, readWeeklyTurn } from '../../src/schedules/schedule-words.ts';

test.each(
  `21:00 = 21:00 | 9:05 = 09:05 | 09.05 = 09:05 | 0:00 = 00:00 | 00:30 = 00:30 | 23:59 = 23:59 | 9pm = 21:00 | 9 PM = 21:00
    | 9:30pm = 21:30 | 9 p.m. = 21:00 | 12am = 00:00 | 12pm = 12:00 | 12:15 am = 00:15 | at 21:00 = 21:00 | 21 = 21:00`
    .split(/\s*\|\s*/)
    .map((pair) => pair.split(' = ')),
)('“%s” is %s', (text = '', hour) => {
  expect(formatMinute(readDailyHour(text) ?? Number.NaN)).toBe(hour);
});

test.each('|9|12|24:00|21:60|13pm|0am|9:5|nine|21:00 please|21:00:00|-1:00'.split('|'))(
  '“%s” is not understood',
  (text) => {
    expect(readDailyHour(text)).toBeNull();
  },
);

test('every minute of a day is read back from its text', () => {
  for (let minute = 0; minute < 24 * 60; minute += 1)
    expect(readDailyHour(formatMinute(minute))).toBe(minute);
});

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
