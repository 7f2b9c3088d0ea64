import { expect, test } from 'vitest';
import { formatMinute } from '../../src/blocks/money-and-time.ts';
import { readDailyHour } from '../../src/daily-close/daily-schedule.ts';

test.each([
  ['21:00', 21 * 60],
  ['9:05', 9 * 60 + 5],
  ['09.05', 9 * 60 + 5],
  ['0:00', 0],
  ['00:30', 30],
  ['23:59', 23 * 60 + 59],
  ['9pm', 21 * 60],
  ['9 PM', 21 * 60],
  ['9:30pm', 21 * 60 + 30],
  ['9 p.m.', 21 * 60],
  ['12am', 0],
  ['12pm', 12 * 60],
  ['12:15 am', 15],
  ['at 21:00', 21 * 60],
  ['21', 21 * 60],
])('“%s” is minute %i of the day', (text, atMinute) => {
  expect(readDailyHour(text)).toBe(atMinute);
});

test.each([
  '',
  '9',
  '12',
  '24:00',
  '21:60',
  '13pm',
  '0am',
  '9:5',
  'nine',
  '21:00 please',
  '21:00:00',
  '-1:00',
])('“%s” is not understood', (text) => {
  expect(readDailyHour(text)).toBeNull();
});

test('every minute of a day is read back from its text', () => {
  for (let minute = 0; minute < 24 * 60; minute += 1)
    expect(readDailyHour(formatMinute(minute))).toBe(minute);
});
