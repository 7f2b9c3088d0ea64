import type { DataTableBlock, KnownBlock } from '@slack/types';
import { dropControls } from '../blocks/controls.ts';
import { limits } from '../blocks/limits.ts';
import { section } from '../blocks/message.ts';
import { cut, escapeMrkdwn } from '../blocks/text.ts';
import type { ReportColumn } from './report-columns.ts';

export interface ReportCell {
  /** As people read it; may be empty. */
  text: string;
  /** The amount as a decimal text, for clients that sort. */
  decimal?: string;
}

export interface ReportTable {
  columns: readonly Pick<ReportColumn, 'title' | 'kind'>[];
  rows: readonly (readonly ReportCell[])[];
}

const LONGEST_CELL = 80;
const LONGEST_TITLE = 30;
const LONGEST_CAPTION = 200;
/** How many of a message's characters rows may use: titles, sums and buttons need the rest. */
const ROOM = 8_500;
const NOTHING = '–';

/** How many rows fit in one table: at least one. */
export const fitTable = ({ columns, rows }: ReportTable): number => {
  const header = columns.reduce((sum, { title }) => sum + cut(title, LONGEST_TITLE).length, 0);
  return countFitting(
    rows.map((cells) => cells.reduce((sum, cell) => sum + cellText(cell).length, 0)),
    ROOM - header,
  );
};

/** At least one row and one column. */
export const buildTable = ({ columns, rows }: ReportTable, caption: string): DataTableBlock => ({
  type: 'data_table',
  block_id: 'report_rows',
  caption: cut(caption, LONGEST_CAPTION),
  page_size: Math.min(Math.max(rows.length, 1), limits.dataTable.pageSize),
  rows: [
    columns.map(({ title }) => ({ type: 'raw_text', text: cut(toOneText(title) || NOTHING, LONGEST_TITLE) })),
    ...rows.map((cells) => cells.map(buildCell)),
  ],
});

function buildCell(cell: ReportCell): DataTableBlock['rows'][number][number] {
  const text = cellText(cell);
  // The number is only for sorting; people see the text.
  return cell.decimal === undefined
    ? { type: 'raw_text', text }
    : { type: 'raw_number', value: Number(cell.decimal), text };
}

const cellText = ({ text }: ReportCell): string => cut(toOneText(text) || NOTHING, LONGEST_CELL);

/** What is in a table is shown as it is, but what nobody sees could turn it around. */
const toOneText = (text: string): string => dropControls(text).replaceAll(/\s+/g, ' ').trim();

const LONGEST_LINE = 240;
/** The time, the amount and the status; the rest follows on the next line. */
const FIRST_LINE = 3;
const SECTION_ROOM = limits.section.text - LONGEST_LINE;

/** How many rows fit in the plain version. */
export const fitPlainRows = ({ rows }: ReportTable): number =>
  countFitting(
    rows.map((cells) => plainLine(cells, 0).length + 8),
    ROOM,
  );

/** The rows without a table, for workspaces where Slack refuses tables: a number and a line or two each. */
export const buildPlainRows = ({ columns, rows }: ReportTable, firstRow: number): KnownBlock[] => {
  const titles = columns.map(({ title }) => escapeMrkdwn(cut(title, LONGEST_TITLE))).join(' · ');
  const texts: string[] = [`_${titles}_`];
  rows.forEach((cells, index) => {
    const line = plainLine(cells, firstRow + index);
    const last = texts.length - 1;
    if ((texts[last]?.length ?? 0) + line.length > SECTION_ROOM) texts.push(line);
    else texts[last] = `${texts[last]}\n${line}`;
  });
  return texts.map((text, index) => section(text, `report_rows_${index}`));
};

function plainLine(cells: readonly ReportCell[], number: number): string {
  const parts = cells.map((cell) => {
    const text = escapeMrkdwn(cellText(cell));
    return cell.decimal === undefined ? text : `*${text}*`;
  });
  const first = parts.slice(0, FIRST_LINE).join(' · ');
  const rest = parts.slice(FIRST_LINE).join(' · ');
  return cut(`*${number}.* ${first}${rest === '' ? '' : `\n${rest}`}`, LONGEST_LINE);
}

function countFitting(lengths: readonly number[], room: number): number {
  let left = room;
  const over = lengths.findIndex((length) => {
    left -= length;
    return left < 0;
  });
  return over < 0 ? lengths.length : Math.max(1, over);
}
