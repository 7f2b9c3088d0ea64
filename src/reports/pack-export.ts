import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createCsvStream, type RowBatches } from './csv-writer.ts';
import type { ExportFormat } from './export-job-state.ts';
import type { ReportColumn } from './report-columns.ts';
import { createXlsxStream } from './xlsx-writer.ts';

export interface ExportPack {
  /** Of a file that does not exist yet; nobody else may read it. */
  path: string;
  format: ExportFormat;
  columns: readonly ReportColumn[];
  rows: RowBatches;
  timeZone: string;
  signal: AbortSignal;
}

const WRITERS = { csv: createCsvStream, xlsx: createXlsxStream };

/** Writes the rows into a file as people get it. Gives its length in bytes. */
export const packExport = async ({
  path,
  format,
  columns,
  rows,
  timeZone,
  signal,
}: ExportPack): Promise<number> => {
  const write = WRITERS[format]({ columns, timeZone });
  await pipeline(write(rows), createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return (await stat(path)).size;
};
