import { expect, test } from 'vitest';
import { formatMinute } from '../../src/blocks/money-and-time.ts';
import { readDailyHour } from '../../src/schedules/schedule-words.ts';

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
