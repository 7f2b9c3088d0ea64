import { expect, test } from 'vitest';
import { renderBlocks } from '../../../playground/page/render-blocks.ts';
import { buildRenderContext, type TableLook } from '../../../playground/page/render-context.ts';

const number = (value: number) => ({ type: 'raw_number', value, text: `AED ${value}` });
const text = (value: string) => ({ type: 'raw_text', text: value });
const sums = [30, 4, 200, 100, 5, 60, 7];
const block = {
  type: 'data_table',
  block_id: 't',
  caption: 'Payouts',
  page_size: 3,
  rows: [[text('Amount')], ...sums.map((sum) => [number(sum)])],
};

const show = (look: Partial<TableLook>) => {
  const html = renderBlocks(
    [block],
    buildRenderContext({ tableLook: () => ({ page: 0, sortColumn: null, isDescending: false, ...look }) }),
  );
  return { html, sums: [...html.matchAll(/AED (\d+)/g)].map(([, sum]) => Number(sum)) };
};

test('the first page keeps the app’s order', () => {
  const { html, sums: shown } = show({});
  expect(shown).toEqual([30, 4, 200]);
  expect(html).toContain('1–3 of 7');
});

test('the last page holds the rest, and there is no page after it', () => {
  expect(show({ page: 2 }).sums).toEqual([7]);
  expect(show({ page: 99 }).sums).toEqual([7]);
});

test('numbers are sorted as numbers, over all pages', () => {
  expect(show({ sortColumn: 0 }).sums).toEqual([4, 5, 7]);
  const { html, sums: shown } = show({ sortColumn: 0, isDescending: true });
  expect(shown).toEqual([200, 100, 60]);
  expect(html).toContain('aria-sort="descending"');
});

test('a plain table right-aligns numbers, or follows its column settings', () => {
  const html = renderBlocks(
    [
      {
        type: 'table',
        rows: [
          [text('Name'), text('Sum')],
          [text('Sara'), number(5)],
        ],
        column_settings: [{ align: 'center' }],
      },
    ],
    buildRenderContext(),
  );
  expect(html).toContain('<td class="align-center">Sara</td><td class="align-right">AED 5</td>');
});
