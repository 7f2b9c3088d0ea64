import { writeXlsxStream, type XlsxWriteStreamOptions } from 'hucre/xlsx';
import type { ReportColumn } from '../reports/report-columns.ts';
import type { RowBatches, SheetOptions } from './csv-writer.ts';
import { createCellReader, type SheetCell } from './sheet-cells.ts';

const SHEET_NAME = 'Report';
const MONEY_FORMAT = '#,##0.00';
/** Excel's own limits: digits of a number, characters in a cell, column width in characters. */
const MOST_DIGITS = 15;
const MOST_CHARACTERS = 32_767;
const WIDTH = { text: 20, amount: 14, time: 26 };
/** XML 1.0 does not allow these; the library escapes the control characters as Excel does. */
const NOT_IN_XML = /[\uFFFE\uFFFF]/g;
/** Text that a person wrote but Excel would read as such an escape. */
const LIKE_ESCAPE = /_(?=x[\dA-Fa-f]{4}_)/g;

/**
 * Turns batches of rows into an Excel workbook, in memory that does not grow with the rows. Amounts are
 * numbers with two decimals; everything else, including ids and times, is text, and nothing is a formula.
 * When one sheet reaches Excel's row limit, the next begins.
 */
export const createXlsxStream = ({ columns, timeZone }: SheetOptions) => {
  const readCells = createCellReader({ columns, timeZone });
  const options: XlsxWriteStreamOptions = {
    name: SHEET_NAME,
    columns: columns.map(buildColumn),
    freezePane: { rows: 1 },
  };
  return async function* (batches: RowBatches): AsyncGenerator<Buffer> {
    async function* rows() {
      for await (const batch of batches) for (const row of batch) yield readCells(row).map(buildValue);
    }
    for await (const chunk of writeXlsxStream(rows(), options)) yield Buffer.from(chunk);
  };
};

const buildColumn = ({ title, kind }: ReportColumn) => ({
  header: cleanText(title),
  width: WIDTH[kind],
  ...(kind === 'amount' && { numFmt: MONEY_FORMAT }),
});

function buildValue({ text, isNumber }: SheetCell): string | number | null {
  if (text === '') return null;
  const digits = text.replace(/\D/g, '').replace(/^0+/, '').length;
  return isNumber && digits <= MOST_DIGITS ? Number(text) : cleanText(text);
}

/** Text as a workbook can hold it. */
export function cleanText(text: string): string {
  const whole = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS - 1)}…` : text;
  return whole.replace(NOT_IN_XML, '\uFFFD').replace(LIKE_ESCAPE, '_x005F_');
}
