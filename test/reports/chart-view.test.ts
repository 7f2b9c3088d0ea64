import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkMessageBlocks } from '../../packages/local-slack/src/check-blocks.ts';
import {
  buildChartBlock,
  buildChartTable,
  type Chart,
  describeChart,
} from '../../src/reports/report-totals-view.ts';

const chart = (fils: number[], more: Partial<Chart> = {}): Chart => ({
  title: 'Transactions by day',
  range: '1 – 15 Oct 2026',
  currency: 'AED',
  bars: fils.map((amount, index) => ({
    label: `${index + 1} Oct`,
    name: `Thu ${index + 1} Oct`,
    fils: amount,
  })),
  ...more,
});

test('the alternative text has the sum, the highest bar and every figure', () => {
  expect(describeChart(chart([125_050, 0, 1_000_000]))).toBe(
    'Bar chart. Transactions by day, 1 – 15 Oct 2026: AED 11,250.50 in all. Highest: Thu 3 Oct, AED 10,000.00. ' +
      'Thu 1 Oct 1,250.50; Thu 3 Oct 10,000.00. The other one is zero.',
  );
});

test('an empty chart has a sum of zero', () => {
  expect(describeChart(chart([0, 0]))).toBe(
    'Bar chart. Transactions by day, 1 – 15 Oct 2026: AED 0.00 in all.',
  );
});

test('rows that no bar shows are mentioned', () => {
  expect(describeChart(chart([100], { outside: { fils: 250, rows: 1 } }))).toContain(
    'Not drawn: 1 row dated outside the range, AED 2.50.',
  );
});

test('a text past the limit ends with the number of figures left out', () => {
  const text = describeChart(chart(Array.from({ length: 200 }, (_, index) => 123_456_789 + index)));
  expect(text.length).toBeLessThanOrEqual(2_000);
  expect(text.length).toBeGreaterThan(1_900);
  const shown = text.match(/\d Oct 1,234,/g)?.length ?? 0;
  expect(text).toContain(`and ${200 - shown} more.`);
});

test("Slack's chart has the exact amounts under their days", () => {
  expect(buildChartBlock(chart([125_050, 0]))).toEqual({
    type: 'data_visualization',
    title: 'Transactions by day, 1 – 15 Oct 2026',
    chart: {
      type: 'bar',
      series: [
        {
          name: 'AED',
          data: [
            { label: '1 Oct', value: 1250.5 },
            { label: '2 Oct', value: 0 },
          ],
        },
      ],
      axis_config: { categories: ['1 Oct', '2 Oct'], y_label: 'AED' },
    },
  });
});

test('a title that is too long loses its range', () => {
  expect(buildChartBlock(chart([1], { range: '28 December 2025 – 3 January 2026' }))?.title).toBe(
    'Transactions by day',
  );
});

test.each([
  ['no bars', chart([])],
  ['more bars than Slack takes', chart(Array.from({ length: 21 }, () => 1))],
  ['an amount below zero', chart([-1])],
  ['an amount that no JSON number holds', chart([Number.MAX_SAFE_INTEGER])],
  ['a title past the limit', chart([1], { title: 'x'.repeat(51) })],
  ['a label past the limit', { ...chart([]), bars: [{ label: 'x'.repeat(21), name: 'x', fils: 1 }] }],
  [
    'two bars of one label',
    { ...chart([]), bars: ['one', 'other'].map((name) => ({ label: 'Mon', name, fils: 1 })) },
  ],
])('Slack’s chart cannot have %s', (_, given) => {
  expect(buildChartBlock(given)).toBeNull();
});

test('twenty bars fit', () => {
  expect(buildChartBlock(chart(Array.from({ length: 20 }, () => 1)))).not.toBeNull();
});

test('the alternative text stays within the limit for any figures', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 }), { maxLength: 300 }), (amounts) => {
      expect(describeChart(chart(amounts)).length).toBeLessThanOrEqual(2_000);
    }),
  );
});

test('the plain table has every bar, with its amounts below each other', () => {
  expect(buildChartTable(chart([125_050, -500]))).toMatchObject({
    text: {
      text: '*Transactions by day, 1 – 15 Oct 2026*, in AED\n```\nThu 1 Oct  1,250.50\nThu 2 Oct     -5.00\n```',
    },
  });
  const widest = chart(Array.from({ length: 20 }, () => -Number.MAX_SAFE_INTEGER));
  const bars = widest.bars.map((bar) => ({ ...bar, name: '28 Sep – 31 Oct 2026' }));
  expect(checkMessageBlocks([buildChartTable({ ...widest, bars })])).toEqual([]);
});
