import { createCsvStream, createXlsxStream, type SheetOptions } from '../../src/exports/write-file.ts';
import { createColumnCollector } from '../../src/reports/column-collector.ts';
import type { ReportKind, ReportRow } from '../../src/reports/report-row.ts';
import { createRowReader } from '../../src/reports/row-reader.ts';

export const ZONE = 'Asia/Dubai';

export const rowsOf = (kind: ReportKind, records: readonly Record<string, unknown>[]): ReportRow[] =>
  records.map((fields) => createRowReader(kind, ZONE)({ fields }));

const WRITERS = { csv: createCsvStream, xlsx: createXlsxStream };

/** The whole file, by default with the columns of all rows. */
export const writeSheet = async (
  format: keyof typeof WRITERS,
  kind: ReportKind,
  rows: readonly ReportRow[],
  options: Partial<SheetOptions> = {},
): Promise<Buffer> => {
  const collector = createColumnCollector(kind);
  collector.add(rows);
  const batches = Array.from({ length: Math.ceil(rows.length / 100) }, (_, index) =>
    rows.slice(index * 100, index * 100 + 100),
  );
  const write = WRITERS[format]({ columns: collector.columns(), timeZone: ZONE, ...options });
  const parts: Buffer[] = [];
  for await (const part of write(batches)) parts.push(part);
  return Buffer.concat(parts);
};
