import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import type { ReportColumn } from '../reports/report-columns.ts';
import type { RowBatches } from './csv-writer.ts';
import type { ExportFormat } from './export-job-state.ts';
import type { WorkbookOptions } from './workbook/workbook-stream.ts';

interface ExportPack {
  /** The file must not exist yet; no other user may read it. */
  path: string;
  format: ExportFormat;
  columns: readonly ReportColumn[];
  rows: RowBatches;
  isOneCurrency?: boolean;
  timeZone: string;
  signal: AbortSignal;
}

/** Loaded on first use: the app does not need a file writer to start. */
const WRITERS = {
  csv: () => import('./csv-writer.ts').then((module) => module.createCsvStream),
  xlsx: () => import('./xlsx-writer.ts').then((module) => module.createXlsxStream),
};

/** Writes a workbook that no other user may read. The file must not exist yet. Returns its length in bytes. */
export const writeWorkbook = async ({
  path,
  sheets,
  timeZone,
  signal,
}: { path: string; signal?: AbortSignal } & WorkbookOptions): Promise<number> => {
  const { createWorkbookStream } = await import('./workbook/workbook-stream.ts');
  await pipeline(
    createWorkbookStream({ sheets, timeZone }),
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    signal === undefined ? {} : { signal },
  );
  return (await stat(path)).size;
};

/** Writes the rows into the file that people get. Returns its length in bytes. */
export const packExport = async ({
  path,
  format,
  columns,
  rows,
  isOneCurrency = true,
  timeZone,
  signal,
}: ExportPack): Promise<number> => {
  const createStream = await WRITERS[format]();
  const write = createStream({ columns, timeZone, isOneCurrency });
  await pipeline(write(rows), createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal });
  return (await stat(path)).size;
};
