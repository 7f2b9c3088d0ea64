import { expect, test } from 'vitest';
import {
  MAX_RETRIES,
  parseRetryAfter,
  RETRIED_STATUSES,
  retryDelayMs,
} from '../../src/payment-service/requester.ts';

const NOW = Date.parse('2026-11-21T08:00:00Z');

test('a GET is retried three times, after 429, 502, 503 and 504', () => {
  expect(MAX_RETRIES).toBe(3);
  expect([...RETRIED_STATUSES]).toEqual([429, 502, 503, 504]);
});

test.each([
  [1, 250, 500],
  [2, 500, 1_000],
  [3, 1_000, 2_000],
  [5, 4_000, 8_000],
  [6, 4_000, 8_000],
])('retry %i waits %i to %i ms at random', (retry, least, most) => {
  expect(retryDelayMs(retry, null, () => 0)).toBe(least);
  expect(retryDelayMs(retry, null, () => 1)).toBe(most);
  expect(retryDelayMs(retry, most + 1, () => 1)).toBe(most + 1);
  expect(retryDelayMs(retry, least - 1, () => 0)).toBe(least);
});

test('a requested wait counts up to a minute, in whole milliseconds', () => {
  expect(retryDelayMs(1, 60_000, () => 0)).toBe(60_000);
  expect(retryDelayMs(1, 60_001, () => 0)).toBe(60_000);
  expect(retryDelayMs(1, null, () => 0.3333)).toBe(333);
});

test.each([
  ['7', 7_000],
  [' 7 ', 7_000],
  ['0', 0],
  ['999999999', null],
  ['Sat, 21 Nov 2026 08:00:25 GMT', 25_000],
  [' Sat, 21 Nov 2026 08:00:25 GMT ', 25_000],
  ['Saturday, 21-Nov-26 08:00:25 GMT', 25_000],
  ['Sat, 21 Nov 2026 07:59:59 GMT', 0],
  ...['1234567890', '7s', 'x7', '-7', '7.5', '', 'soon', 'on Sat, 21 Nov 2026 08:00:25 GMT'].map(
    (header): [string, null] => [header, null],
  ),
  ['2026-11-21T08:00:25Z', null],
  ['86400', 86_400_000],
  ['86401', null],
  ['Tue, 23 Nov 2027 08:00:00 GMT', null],
  [null, null],
])('Retry-After %j is %j ms from now', (header, ms) => {
  expect(parseRetryAfter(header, NOW)).toBe(ms);
});
