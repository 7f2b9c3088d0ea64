import { stringify } from 'csv-stringify/sync';
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
/** The library quotes only the line end that it writes itself; and a reader would trim spaces. */
const TO_QUOTE = /[\r\n]|^\s|\s$/;

/**
 * Turns batches of rows into a CSV file as in RFC 4180, one chunk per batch: UTF-8 with a mark for Excel, a header,
 * lines that end in CRLF. Text that a spreadsheet would take for a formula gets an apostrophe; numbers do not.
 */
export const createCsvStream = ({ columns, timeZone }: SheetOptions) => {
  const readCells = createCellReader({ columns, timeZone });
  const write = (records: string[][]): string =>
    stringify(records, { record_delimiter: 'windows', quoted_match: TO_QUOTE });
  return async function* (batches: RowBatches): AsyncGenerator<Buffer> {
    const header = columns.map(({ title }) => writeCell({ text: title, isNumber: false }));
    yield Buffer.from(BYTE_ORDER_MARK + write([header]));
    for await (const rows of batches) {
      if (rows.length > 0) yield Buffer.from(write(rows.map((row) => readCells(row).map(writeCell))));
    }
  };
};

const writeCell = ({ text, isNumber }: SheetCell): string =>
  !isNumber && FORMULA_START.test(text) ? `'${text}` : text;
