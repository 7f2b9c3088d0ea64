import { expect, test } from 'vitest';
import { DUPLICATE_WITHIN_MS, guardSince } from '../../src/links/form/issuer.ts';

const NOW = Date.UTC(2026, 10, 21, 8);

test('links of the last day are looked at', () => {
  expect(DUPLICATE_WITHIN_MS).toBe(24 * 60 * 60_000);
  expect(guardSince({}, NOW)).toBe(NOW - DUPLICATE_WITHIN_MS);
  expect(guardSince({ knownUntil: null }, NOW)).toBe(NOW - DUPLICATE_WITHIN_MS);
});

test('of links that were too many to name only those after the newest counted one are looked at', () => {
  expect(guardSince({ knownUntil: NOW - 5 }, NOW)).toBe(NOW - 4);
  expect(guardSince({ knownUntil: NOW - DUPLICATE_WITHIN_MS - 5 }, NOW)).toBe(NOW - DUPLICATE_WITHIN_MS);
});
