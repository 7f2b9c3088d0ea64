import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildAxisScale, fitText, shortAmount } from '../../../src/reports/bar-chart.ts';

test.each([
  [0, '0'],
  [5, '0.05'],
  [95_000, '950'],
  [99_999, '1k'],
  [1_250_000, '12.5k'],
  [99_950_000, '1M'],
  [125_000_000, '1.25M'],
  [4_620_000_000, '46.2M'],
  [320_000_000_000, '3.2B'],
  [-250_000, '−2.5k'],
])('%i fils are short for "%s"', (fils, words) => {
  expect(shortAmount(fils)).toBe(words);
});

test.each([
  [
    [0, 1_140_000],
    [0, 500_000, 1_000_000, 1_500_000],
  ],
  [[100_000], [0, 25_000, 50_000, 75_000, 100_000]],
  [
    [-200_000, 216_000],
    [-200_000, 0, 200_000, 400_000],
  ],
  [[0, 0], [0]],
  [[], [0]],
])('the axis of %j has the round ticks %j', (values, ticks) => {
  expect(buildAxisScale(values, 4).ticks).toEqual(ticks);
});

test('every axis holds zero and all its values, in few ticks', () => {
  fc.assert(
    fc.property(fc.array(fc.maxSafeInteger(), { minLength: 1 }), (values) => {
      const { ticks } = buildAxisScale(values, 4);
      const slack = Math.max(...values.map(Math.abs)) * 1e-9;
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(0, ...values) + slack);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(0, ...values) - slack);
      expect(ticks.some((tick) => tick === 0)).toBe(true);
      expect(ticks.length).toBeLessThanOrEqual(7);
    }),
  );
});

test('a line that is too long gets smaller letters, then an end', () => {
  expect(fitText('Payouts', 54, 1_100)).toEqual({ text: 'Payouts', size: 54 });
  expect(fitText('x'.repeat(50), 54, 1_100).size).toBeLessThan(54);
  expect(fitText('x'.repeat(500), 54, 1_100).text).toMatch(/^x{30,70}…$/);
});
