import type { ReportColumn } from '../reports/report-columns.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { createCellReader, type SheetCell } from './sheet-cells.ts';

export interface SheetOptions {
  /** The columns to write, in this order. A field that no column holds is left out of the file. */
  columns: readonly ReportColumn[];
  timeZone: string;
  /** Whether amounts of different rows can be added up. A workbook has totals then. */
  isOneCurrency?: boolean;
}

/** Rows in batches, as a listing reader returns them. */
export type RowBatches = AsyncIterable<readonly ReportRow[]> | Iterable<readonly ReportRow[]>;

/** Tells Excel that the file is UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';
/** Characters that a spreadsheet takes for the start of a formula, including their full-width forms. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
/** What would end a cell or a line, and spaces that a reader would trim. */
const TO_QUOTE = /[",\r\n]|^\s|\s$/;

/**
 * Writes rows as CSV (RFC 4180): a header with a mark for Excel, lines that end in CRLF. Text that a spreadsheet
 * would take for a formula gets an apostrophe; numbers do not.
 */
export const createCsvText = ({ columns, timeZone }: Pick<SheetOptions, 'columns' | 'timeZone'>) => {
  const readCells = createCellReader({ columns, timeZone });
  return {
    header: `${BYTE_ORDER_MARK}${columns.map(({ title }) => quote(defuse(title))).join(',')}\r\n`,
    lines: (rows: readonly ReportRow[]): string => {
      let text = '';
      for (const row of rows) {
        let isFirst = true;
        for (const cell of readCells(row)) {
          text += isFirst ? writeCell(cell) : `,${writeCell(cell)}`;
          isFirst = false;
        }
        text += '\r\n';
      }
      return text;
    },
  };
};

/** The whole file, one chunk per batch. */
export const createCsvStream = (options: SheetOptions) => {
  const { header, lines } = createCsvText(options);
  return async function* (batches: RowBatches): AsyncGenerator<Buffer> {
    yield Buffer.from(header);
    for await (const rows of batches) if (rows.length > 0) yield Buffer.from(lines(rows));
  };
};

const writeCell = ({ text, isNumber }: SheetCell): string =>
  isNumber || text === '' ? text : quote(defuse(text));

const defuse = (text: string): string => (FORMULA_START.test(text) ? `'${text}` : text);

const quote = (text: string): string => (TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
