import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromWallTime, toWallTime } from '../../../playground/page/zoned-time.ts';

const zones = 'UTC Asia/Dubai Europe/Berlin America/New_York Asia/Kathmandu Pacific/Auckland'.split(' ');

test('Dubai is four hours ahead', () => {
  expect(toWallTime(Date.UTC(2026, 10, 20, 21, 30) / 1000, 'Asia/Dubai')).toBe('2026-11-21T01:30');
  expect(fromWallTime('2026-11-21T01:30', 'Asia/Dubai')).toBe(Date.UTC(2026, 10, 20, 21, 30) / 1000);
});

test('every minute survives a round trip, except in an hour repeated by a clock change', () => {
  const turns = ['2026-11-01T06:00Z', '2026-10-25T01:00Z', '2026-04-04T14:00Z', '2026-03-29T01:00Z'];
  const minute = fc.oneof(
    fc.integer({ min: 28_333_333, max: 33_333_333 }),
    fc
      .tuple(fc.constantFrom(...turns), fc.integer({ min: -90, max: 90 }))
      .map(([turn, minutes]) => Date.parse(turn) / 60_000 + minutes),
  );
  let repeated = 0;
  fc.assert(
    fc.property(minute, fc.constantFrom(...zones), (minutes, zone) => {
      const seconds = minutes * 60;
      const wall = toWallTime(seconds, zone);
      const back = fromWallTime(wall, zone) ?? 0;
      expect(toWallTime(back, zone)).toBe(wall);
      if (back === seconds) return;
      repeated += 1;
      expect(Math.abs(back - seconds)).toBe(3_600);
    }),
    { numRuns: 1_000 },
  );
  expect(repeated).toBeGreaterThan(2);
});

test('a time skipped by a clock change becomes one that exists', () => {
  const seconds = fromWallTime('2027-03-28T02:30', 'Europe/Berlin') ?? 0;
  expect(['2027-03-28T03:30', '2027-03-28T01:30']).toContain(toWallTime(seconds, 'Europe/Berlin'));
});

test('invalid times are refused', () => {
  expect(fromWallTime('', 'UTC')).toBeNull();
  expect(fromWallTime('tomorrow', 'UTC')).toBeNull();
});
