import { expect, test } from 'vitest';
import { formatDateTokens, formatDay } from '../../../playground/page/format-date.ts';

const at = Date.UTC(2026, 1, 18, 14, 39, 42) / 1000;
const look = { timeZone: 'UTC', now: Date.UTC(2026, 1, 20) };

test.each([
  ['{date_num}', '2026-02-18'],
  ['{date}', 'February 18th, 2026'],
  ['{date_short}', 'Feb 18, 2026'],
  ['{date_long}', 'Wednesday, February 18th, 2026'],
  ['{time}', '2:39 PM'],
  ['{time_secs}', '2:39:42 PM'],
  ['{ago}', 'yesterday'],
  ['posted {date_num} {nonsense}', 'posted 2026-02-18 {nonsense}'],
])('%s', (format, text) => {
  expect(formatDateTokens(format, at, look)).toBe(text);
});

test('the pretty tokens say today, yesterday and tomorrow on the reader’s calendar', () => {
  const late = { timeZone: 'Asia/Dubai', now: Date.UTC(2026, 1, 18, 19) };
  const night = Date.UTC(2026, 1, 18, 20, 30) / 1000;
  expect(formatDateTokens('{date_pretty}', night, late)).toBe('tomorrow');
  expect(formatDateTokens('{date_short_pretty}', night, { ...late, timeZone: 'UTC' })).toBe('today');
});

test.each([
  [1, '1st'],
  [2, '2nd'],
  [3, '3rd'],
  [11, '11th'],
  [22, '22nd'],
])('day %i of a month is written %s', (day, word) => {
  expect(formatDateTokens('{date}', Date.UTC(2026, 0, day) / 1000, look)).toBe(`January ${word}, 2026`);
});

test('days of this year omit the year', () => {
  expect(formatDay(at * 1000, look.now, 'UTC')).toBe('Wednesday, February 18th');
  expect(formatDay(Date.UTC(2025, 1, 18), look.now, 'UTC')).toBe('Tuesday, February 18th, 2025');
  expect(formatDay(look.now, look.now, 'UTC')).toBe('Today');
});
