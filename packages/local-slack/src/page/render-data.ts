import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { TableLook } from './page-state.ts';
import { type JsonRecord, readList, readNumber, readRecord, readRecords, readText } from './read-json.ts';
import type { RenderContext } from './render-context.ts';
import { renderRichText } from './render-rich-text.ts';
import { richTextWords } from './rich-text-words.ts';

interface Bar {
  label: string;
  value: number;
}

const LIMIT = 60;
const ROW = 26;
const NAME_WIDTH = 130;
const WIDTH = 480;
const BAR_WIDTH = 260;

const readBar = (point: unknown, category: unknown, series: string): Bar => {
  const record = readRecord(point);
  const label = readText(record['label']) || readText(category);
  return {
    label: [series, label].filter(Boolean).join(' · '),
    value: readNumber(point) ?? readNumber(record['value']) ?? 0,
  };
};

const readBars = (chart: JsonRecord): Bar[] => {
  const categories = readList(readRecord(chart['axis_config'])['categories']);
  const series = readRecords(chart['series']);
  const bars = [
    ...readRecords(chart['segments']).map((segment) => readBar(segment, '', '')),
    ...series.flatMap((one) =>
      readList(one['data']).map((point, index) =>
        readBar(point, categories[index], series.length > 1 ? readText(one['name']) : ''),
      ),
    ),
  ];
  return bars.slice(0, LIMIT);
};

/** All charts as bars: enough to check the numbers. */
export const renderChart = (block: JsonRecord): string => {
  const title = readText(block['title']);
  const bars = readBars(readRecord(block['chart']));
  const most = Math.max(1, ...bars.map(({ value }) => Math.abs(value)));
  const rows = bars.map(({ label, value }, index) => {
    const y = index * ROW;
    const width = Math.round((Math.abs(value) / most) * BAR_WIDTH);
    return [
      `<text${buildAttributes({ x: NAME_WIDTH - 8, y: y + 17, 'text-anchor': 'end' })}>${escapeHtml(label)}</text>`,
      `<rect${buildAttributes({ x: NAME_WIDTH, y: y + 4, width, height: ROW - 8, rx: 3 })}></rect>`,
      `<text${buildAttributes({ x: NAME_WIDTH + width + 6, y: y + 17 })}>${escapeHtml(String(value))}</text>`,
    ].join('');
  });
  const height = Math.max(ROW, bars.length * ROW);
  return `<figure class="block chart"><figcaption>${escapeHtml(title)}</figcaption><svg${buildAttributes({ viewBox: `0 0 ${WIDTH} ${height}`, role: 'img', 'aria-label': title })}>${rows.join('')}</svg></figure>`;
};

const renderCell = (cell: JsonRecord, context: RenderContext): string =>
  cell['type'] === 'rich_text'
    ? renderRichText(cell, context)
    : escapeHtml(readText(cell['text'])).replaceAll('\n', '<br>');

const readRows = (value: unknown): JsonRecord[][] =>
  readList(value).map((row) => readList(row).map(readRecord));

const ALIGNMENTS = ['left', 'center', 'right'];

const alignments = (block: JsonRecord): string[] =>
  readList(block['column_settings'])
    .map((column) => readText(readRecord(column)['align']))
    .map((align) => (ALIGNMENTS.includes(align) ? `align-${align}` : ''));

/** Numbers are right-aligned. */
const cellClass = (cell: JsonRecord, align: string | undefined): string | null =>
  align || (cell['type'] === 'raw_number' ? 'align-right' : null);

/** A plain table with a heading row. */
export const renderTable = (block: JsonRecord, context: RenderContext): string => {
  const [head = [], ...rows] = readRows(block['rows']);
  const aligned = alignments(block);
  const row = (cells: JsonRecord[], tag: string): string =>
    `<tr>${cells
      .map(
        (cell, index) =>
          `<${tag}${buildAttributes({ class: cellClass(cell, aligned[index]) })}>${renderCell(cell, context)}</${tag}>`,
      )
      .join('')}</tr>`;
  return `<div class="block table-box" tabindex="0" role="region" aria-label="Table"><table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>`;
};

const cellWords = (cell: JsonRecord): string =>
  cell['type'] === 'rich_text' ? richTextWords(cell) : readText(cell['text']);

const compareCells = (one: JsonRecord = {}, other: JsonRecord = {}): number => {
  const [first, second] = [readNumber(one['value']), readNumber(other['value'])];
  if (first !== null && second !== null) return first - second;
  return cellWords(one).localeCompare(cellWords(other), 'en', { numeric: true });
};

const sortRows = (rows: JsonRecord[][], { sortColumn, isDescending }: TableLook): JsonRecord[][] => {
  if (sortColumn === null) return rows;
  const sorted = rows.toSorted((one, other) => compareCells(one[sortColumn], other[sortColumn]));
  return isDescending ? sorted.reverse() : sorted;
};

const DEFAULT_PAGE_SIZE = 5;

/** A table with sorting and pages. */
export const renderDataTable = (block: JsonRecord, context: RenderContext): string => {
  const blockId = readText(block['block_id']);
  const look = context.tableLook(blockId);
  const [head = [], ...rows] = readRows(block['rows']);
  const size = Math.min(Math.max(Math.trunc(readNumber(block['page_size']) ?? DEFAULT_PAGE_SIZE), 1), 100);
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const page = Math.min(Math.max(look.page, 0), pages - 1);
  const shown = sortRows(rows, look).slice(page * size, (page + 1) * size);
  const heads = head.map((cell, index) => {
    const isSorted = look.sortColumn === index;
    const direction = look.isDescending ? 'descending' : 'ascending';
    const sign = isSorted ? (look.isDescending ? ' ↓' : ' ↑') : '';
    const isNumber = rows[0]?.[index]?.['type'] === 'raw_number';
    return `<th${buildAttributes({ 'aria-sort': isSorted ? direction : null, class: isNumber ? 'align-right' : null })}><button${buildAttributes({ type: 'button', 'data-sort': index })}>${renderCell(cell, context)}${sign}</button></th>`;
  });
  const headerColumn = readNumber(block['row_header_column_index']);
  const body = shown.map(
    (cells) =>
      `<tr>${cells
        .map((cell, index) => {
          const tag = index === headerColumn ? 'th' : 'td';
          return `<${tag}${buildAttributes({ class: cellClass(cell, undefined), scope: tag === 'th' ? 'row' : null })}>${renderCell(cell, context)}</${tag}>`;
        })
        .join('')}</tr>`,
  );
  const turn = (to: number, words: string, isOff: boolean): string =>
    `<button${buildAttributes({ type: 'button', class: 'button button-small', 'data-page': to, disabled: isOff })}>${words}</button>`;
  const first = rows.length === 0 ? 0 : page * size + 1;
  const pager =
    pages === 1
      ? ''
      : `<div class="pager">${turn(page - 1, 'Previous', page === 0)}<span>${first}–${page * size + shown.length} of ${rows.length}</span>${turn(page + 1, 'Next', page === pages - 1)}</div>`;
  const caption = readText(block['caption']);
  return `<div${buildAttributes({ class: 'block data-table', 'data-table': blockId })}><div class="table-box" tabindex="0" role="region"${buildAttributes({ 'aria-label': caption })}><table><caption>${escapeHtml(caption)}</caption><thead><tr>${heads.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>${pager}</div>`;
};
