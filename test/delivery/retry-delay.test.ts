import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildRetryDelay } from '../../src/delivery/retry.ts';

test('a delay is a whole number of milliseconds, however often it was tried, and at most five minutes', () => {
  fc.assert(
    fc.property(fc.nat(5_000), fc.double({ min: 0, max: 1, noNaN: true }), (attempts, chance) => {
      const delay = buildRetryDelay(attempts, () => chance);
      expect(Number.isInteger(delay)).toBe(true);
      expect(delay).toBeGreaterThanOrEqual(500);
      expect(delay).toBeLessThanOrEqual(300_000);
    }),
  );
});

test('delays double', () => {
  expect([0, 1, 2, 3].map((attempts) => buildRetryDelay(attempts, () => 1))).toEqual([
    1_000, 2_000, 4_000, 8_000,
  ]);
});
