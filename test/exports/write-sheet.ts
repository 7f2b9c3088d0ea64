import { createWorkbookStream } from '../../src/exports/workbook/workbook-stream.ts';
import { createCsvStream } from '../../src/exports/write-file.ts';
import type { ReportKind } from '../../src/figures/listed-row.ts';
import type { ReportRow } from '../../src/listings/report-row.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { columnsOf } from '../../src/tables/column-collector.ts';
import { buildSheet, type Column } from '../../src/tables/table.ts';

export const ZONE = 'Asia/Dubai';

export const rowsOf = (kind: ReportKind, records: readonly Record<string, unknown>[]): ReportRow[] =>
  records.map((fields) => createRowReader(kind, ZONE)({ fields }));

/** The whole file, by default with the columns of all rows. */
export const writeSheet = async (
  format: 'csv' | 'xlsx',
  kind: ReportKind,
  rows: readonly ReportRow[],
  { timeZone = ZONE, columns }: { timeZone?: string; columns?: readonly Column<ReportRow>[] } = {},
): Promise<Buffer> => {
  const sheet = buildSheet('Report', columns ?? columnsOf(kind, rows, timeZone), rows);
  const parts: Buffer[] = [];
  const stream =
    format === 'csv' ? createCsvStream(sheet, timeZone) : createWorkbookStream([sheet], timeZone);
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
};
