import type { ReportColumn } from '../reports/report-columns.ts';
import type { RowBatches, SheetOptions } from './csv-writer.ts';
import { createCellReader, type SheetCell } from './sheet-cells.ts';
import type { WorkbookCell } from './workbook/cell-xml.ts';
import type { WorkbookColumn } from './workbook/sheet-xml.ts';
import { createWorkbookStream, type WorkbookRow } from './workbook/workbook-stream.ts';

const SHEET_NAME = 'Report';
/** Amounts of one moment: they add up to nothing. */
const NOT_A_SUM = /balance$/;

/**
 * Turns batches of rows into an Excel workbook: amounts are numbers with two decimals, times are dates on the
 * merchant's clock, everything else, including ids, is text.
 */
export const createXlsxStream = ({ columns, timeZone, isOneCurrency = true }: SheetOptions) => {
  const readCells = createCellReader({ columns, timeZone });
  async function* readBatches(batches: RowBatches): AsyncGenerator<readonly WorkbookRow[]> {
    for await (const rows of batches)
      yield rows.map((row) => readCells(row).map((cell, place) => buildCell(cell, columns[place])));
  }
  return (batches: RowBatches): AsyncGenerator<Buffer> =>
    createWorkbookStream({
      sheets: [
        {
          name: SHEET_NAME,
          columns: columns.map((column) => buildColumn(column, isOneCurrency)),
          batches: readBatches(batches),
        },
      ],
      timeZone,
    });
};

const buildColumn = ({ key, title, kind }: ReportColumn, isOneCurrency: boolean): WorkbookColumn => ({
  title,
  kind,
  isSummed: kind === 'amount' && isOneCurrency && !NOT_A_SUM.test(key),
});

function buildCell({ text, isNumber, instant }: SheetCell, column: ReportColumn | undefined): WorkbookCell {
  if (instant !== undefined) return { instant };
  // An amount that is none in fils stands as the service wrote it, and in no total.
  const isCounted = column?.kind !== 'amount' || /\.\d\d$/.test(text);
  return isNumber && isCounted ? { decimal: text } : text;
}
