import { expect, test } from 'vitest';
import { describeGrowth } from '../../src/bench/load/describe-growth.ts';

test('growth is told a minute, and the first quarter of the time does not count', () => {
  const values = [100, 140, 150, 151, 152, 153, 154, 155, 156];
  const samples = values.map((value, index) => ({ at: index * 30, value }));
  expect(describeGrowth(samples)).toEqual({ start: 100, end: 156, most: 156, slopePerMinute: 2 });
});

test('what stands still has no slope, and neither has a single reading', () => {
  expect(describeGrowth([{ at: 0, value: 5 }])).toMatchObject({ slopePerMinute: 0 });
  expect(describeGrowth([0, 5, 10, 15].map((at) => ({ at, value: 7 })))).toMatchObject({ slopePerMinute: 0 });
});
