import { open } from 'node:fs/promises';
import type { ReportColumn } from '../reports/report-columns.ts';
import type { ReportKind, ReportRow } from '../reports/report-row.ts';
import { createAppender, readSpooledRows, type Spool } from './export-spool.ts';
import { createCsvText } from './write-file.ts';

/**
 * The CSV file of an export, written while its pages arrive. A later page can add a column or change what one holds:
 * the file is then written again from the spool.
 */
export interface CsvDraft {
  path: string;
  /** Takes the rows that were just added to the spool. */
  add(rows: readonly ReportRow[]): Promise<void>;
  /** Completes the file. Returns its length in bytes. */
  finish(): Promise<number>;
  close(): Promise<void>;
}

/** The file must not exist yet; no other user may read it. */
export const createCsvDraft = async ({
  path,
  spool,
  kind,
  columns,
  timeZone,
  signal,
}: {
  path: string;
  spool: Pick<Spool, 'records'>;
  kind: ReportKind;
  /** The columns of the rows in the spool. */
  columns: () => readonly ReportColumn[];
  timeZone: string;
  signal: AbortSignal;
}): Promise<CsvDraft> => {
  const handle = await open(path, 'wx', 0o600);
  let file = createAppender(handle, 0);
  let csv: ReturnType<typeof createCsvText> | null = null;
  let columnsWritten = '';
  let rowsAdded = 0;
  /** Columns are compared whenever the rows have doubled: all rewriting together then costs less than one more file. */
  let compareAt = 0;

  /** Writes the spool from its first row if the columns are not those of the file. Returns whether it did. */
  const rewriteIfChanged = async (): Promise<boolean> => {
    const current = columns();
    const identity = identify(current);
    if (csv !== null && identity === columnsWritten) return false;
    await file.drain();
    await handle.truncate(0);
    file = createAppender(handle, 0);
    csv = createCsvText({ columns: current, timeZone });
    columnsWritten = identity;
    await file.append(csv.header);
    for await (const rows of readSpooledRows(spool, kind, timeZone)) {
      signal.throwIfAborted();
      await file.append(csv.lines(rows));
    }
    return true;
  };

  return {
    path,
    add: async (rows) => {
      rowsAdded += rows.length;
      if (rowsAdded >= compareAt) {
        compareAt = rowsAdded * 2;
        if (await rewriteIfChanged()) return;
      }
      if (csv !== null) await file.append(csv.lines(rows));
    },
    finish: async () => {
      await rewriteIfChanged();
      await file.drain();
      return file.length();
    },
    close: () => file.close(),
  };
};

/** Everything about the columns that the file depends on. */
const identify = (columns: readonly ReportColumn[]): string =>
  JSON.stringify(columns.map(({ key, title, kind, sourceFields }) => [key, title, kind, sourceFields]));
