import { expect, test } from 'vitest';
import { describeGrowth } from '../../bench/load/describe-growth.ts';

test('growth is told a minute, and the first two thirds of the time do not count', () => {
  const values = [100, 120, 130, 140, 150, 153, 154, 155, 156];
  const samples = values.map((value, index) => ({ at: index * 30, value }));
  expect(describeGrowth(samples)).toMatchObject({ start: 100, end: 156, most: 156, slopePerMinute: 2 });
});

test('the floor does not rise while what waits to be collected does', () => {
  const samples = Array.from({ length: 48 }, (_, index) => ({
    at: index * 5,
    value: index % 6 === 0 ? 50 : 60 + index,
  }));
  const growth = describeGrowth(samples);
  expect(growth.floorSlopePerMinute).toBe(0);
  expect(growth.slopePerMinute).toBeGreaterThan(1);
});

test('what stands still has no slope, and neither has a single reading', () => {
  const none = { slopePerMinute: 0, floorSlopePerMinute: 0 };
  expect(describeGrowth([{ at: 0, value: 5 }])).toMatchObject(none);
  expect(describeGrowth([0, 5, 10, 15].map((at) => ({ at, value: 7 })))).toMatchObject(none);
});
