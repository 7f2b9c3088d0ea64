import fc from 'fast-check';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import {
  type BarChart,
  buildAxisScale,
  buildBarChartSvg,
  CHART_COLOURS,
  CHART_HEIGHT,
  CHART_WIDTH,
  fitText,
  renderBarChart,
  shortAmount,
} from '../../src/reports/bar-chart.ts';
import { CODE_POINT } from '../fixtures/code-point.ts';
import { runs, testAtLength } from '../fixtures/whole-suite.ts';

const draw = async (bars: BarChart['bars']) =>
  PNG.sync.read(await renderBarChart({ title: 'Transactions by day', subtitle: '1 – 5 Oct 2026', bars }));

const bars = (...fils: number[]) =>
  fils.map((amount, index) => ({ label: `${index + 1} Oct`, fils: amount }));

const isColour = (picture: PNG, x: number, y: number, colour: string) =>
  picture.data.readUIntBE((y * picture.width + x) * 4, 3) === Number.parseInt(colour.slice(1), 16);

/** From left to right, the height of each bar of this colour. */
const measureBars = (picture: PNG, colour: string): number[] => {
  const heights: number[] = [];
  let tallest = 0;
  for (let x = 0; x < picture.width; x += 1) {
    let height = 0;
    for (let y = 0; y < picture.height; y += 1) if (isColour(picture, x, y, colour)) height += 1;
    if (height === 0 && tallest > 0) heights.push(tallest);
    tallest = height === 0 ? 0 : Math.max(tallest, height);
  }
  return heights;
};

test('the picture is a PNG for phones, with transparent corners', async () => {
  const picture = await draw(bars(100, 200));
  expect([picture.width, picture.height]).toEqual([CHART_WIDTH, CHART_HEIGHT]);
  expect(CHART_WIDTH).toBeGreaterThanOrEqual(800);
  expect(picture.data[3]).toBe(0);
  expect(isColour(picture, 600, 20, CHART_COLOURS.card)).toBe(true);
});

test('bars are as high as their amounts, and zero has none', async () => {
  const amounts = [250_000, 1_000_000, 0, 500_000, 750_000];
  const heights = measureBars(await draw(bars(...amounts)), CHART_COLOURS.bar);
  expect(heights).toHaveLength(4);
  const highest = heights[1] ?? 0;
  expect(highest).toBeGreaterThan(300);
  expect(heights.map((height) => Math.round((height / highest) * 100))).toEqual([25, 100, 50, 75]);
});

testAtLength('a month has thirty-one separate bars', async () => {
  const heights = measureBars(
    await draw(bars(...Array.from({ length: 31 }, (_, day) => day + 1))),
    CHART_COLOURS.bar,
  );
  expect(heights).toHaveLength(31);
  expect(heights).toEqual([...heights].sort((one, other) => one - other));
});

testAtLength('one fils next to a million dirhams is visible', async () => {
  const heights = measureBars(await draw(bars(1, 100_000_000)), CHART_COLOURS.bar);
  expect(heights).toHaveLength(2);
});

testAtLength('refunds are below zero in another colour', async () => {
  const picture = await draw(bars(1_000, -500));
  const [up] = measureBars(picture, CHART_COLOURS.bar);
  const [down] = measureBars(picture, CHART_COLOURS.below);
  expect(Math.round(((down ?? 0) / (up ?? 1)) * 100)).toBe(50);
  expect(measureBars(await draw(bars(-1_000, -500)), CHART_COLOURS.below)).toHaveLength(2);
});

test('letters are drawn without fonts of the machine', async () => {
  const picture = await draw(bars(1));
  let inked = 0;
  for (let y = 40; y < 100; y += 1) {
    for (let x = 40; x < 600; x += 1) if (isColour(picture, x, y, CHART_COLOURS.ink)) inked += 1;
  }
  expect(inked).toBeGreaterThan(2_000);
});

testAtLength('an empty chart says so', async () => {
  expect(buildBarChartSvg({ title: 'Payouts', bars: bars(0, 0) })).toContain('No amounts in this range');
  expect(measureBars(await draw([]), CHART_COLOURS.bar)).toEqual([]);
});

test('a title cannot add elements', async () => {
  const svg = buildBarChartSvg({ title: '</text><image href="x"/>&', bars: bars(1) });
  expect(svg).not.toContain('<image');
  expect(svg).toContain('&lt;/text&gt;');
});

testAtLength('any title and any amounts can be drawn', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: CODE_POINT, maxLength: 80 }),
      fc.array(fc.maxSafeInteger(), { maxLength: 40 }),
      async (title, amounts) => {
        const svg = buildBarChartSvg({ title, bars: bars(...amounts) });
        expect(svg).not.toMatch(/NaN|Infinity/);
        const picture = await renderBarChart({ title, bars: bars(...amounts) });
        expect(picture.subarray(1, 4).toString()).toBe('PNG');
      },
    ),
    runs(25),
  );
});

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
])('%i fils are shortened to "%s"', (fils, words) => {
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

test('every axis holds zero and all values, with few ticks', () => {
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

test('a long line gets smaller letters, then an ellipsis', () => {
  expect(fitText('Payouts', 54, 1_100)).toEqual({ text: 'Payouts', size: 54 });
  expect(fitText('x'.repeat(50), 54, 1_100).size).toBeLessThan(54);
  expect(fitText('x'.repeat(500), 54, 1_100).text).toMatch(/^x{30,70}…$/);
});
