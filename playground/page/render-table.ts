import { buildAttributes, escapeHtml } from './escape-html.ts';
import { type JsonRecord, readList, readNumber, readRecord, readText } from './read-json.ts';
import type { RenderContext, TableLook } from './render-context.ts';
import { renderRichText, richTextWords } from './render-rich-text.ts';

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

/** Numbers stand to the right. */
const cellClass = (cell: JsonRecord, align: string | undefined): string | null =>
  align || (cell['type'] === 'raw_number' ? 'align-right' : null);

/** A plain table: its first row is the heading. */
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

/** A table that the reader can sort and leaf through. */
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
