import fc from 'fast-check';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import {
  type BarChart,
  buildBarChartSvg,
  CHART_COLOURS,
  CHART_HEIGHT,
  CHART_WIDTH,
  renderBarChart,
} from '../../../src/reports/bar-chart.ts';
import { CODE_POINT } from '../../fixtures/code-point.ts';
import { runs, testAtLength } from '../../fixtures/whole-suite.ts';

const draw = async (bars: BarChart['bars']) =>
  PNG.sync.read(await renderBarChart({ title: 'Transactions by day', subtitle: '1 – 5 Oct 2026', bars }));

const bars = (...fils: number[]) =>
  fils.map((amount, index) => ({ label: `${index + 1} Oct`, fils: amount }));

const isColour = (picture: PNG, x: number, y: number, colour: string) =>
  picture.data.readUIntBE((y * picture.width + x) * 4, 3) === Number.parseInt(colour.slice(1), 16);

/** From left to right, the tallest run of the colour in each stretch of columns that has any. */
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

test('the picture is a PNG, wide enough for a phone, with transparent corners', async () => {
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

testAtLength('a month has thirty-one bars that stand apart', async () => {
  const heights = measureBars(
    await draw(bars(...Array.from({ length: 31 }, (_, day) => day + 1))),
    CHART_COLOURS.bar,
  );
  expect(heights).toHaveLength(31);
  expect(heights).toEqual([...heights].sort((one, other) => one - other));
});

testAtLength('one fils beside a million dirhams is still seen', async () => {
  const heights = measureBars(await draw(bars(1, 100_000_000)), CHART_COLOURS.bar);
  expect(heights).toHaveLength(2);
});

testAtLength('money going back hangs below zero in another colour', async () => {
  const picture = await draw(bars(1_000, -500));
  const [up] = measureBars(picture, CHART_COLOURS.bar);
  const [down] = measureBars(picture, CHART_COLOURS.below);
  expect(Math.round(((down ?? 0) / (up ?? 1)) * 100)).toBe(50);
  expect(measureBars(await draw(bars(-1_000, -500)), CHART_COLOURS.below)).toHaveLength(2);
});

test('letters are drawn without any font of the machine', async () => {
  const picture = await draw(bars(1));
  let inked = 0;
  for (let y = 40; y < 100; y += 1) {
    for (let x = 40; x < 600; x += 1) if (isColour(picture, x, y, CHART_COLOURS.ink)) inked += 1;
  }
  expect(inked).toBeGreaterThan(2_000);
});

testAtLength('nothing to draw is said in the picture', async () => {
  expect(buildBarChartSvg({ title: 'Payouts', bars: bars(0, 0) })).toContain('No amounts in this range');
  expect(measureBars(await draw([]), CHART_COLOURS.bar)).toEqual([]);
});

test('a title cannot bring its own elements', async () => {
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
