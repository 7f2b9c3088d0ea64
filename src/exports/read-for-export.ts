import type { App } from '../app-parts.ts';
import { switchColumns } from '../reports/build-report-table.ts';
import type { ReportColumn } from '../reports/report-columns.ts';
import type { ReportQuery } from '../reports/report-row.ts';
import { splitColumns } from '../reports/shared-columns.ts';
import { type CsvDraft, createCsvDraft } from './csv-draft.ts';
import type { ExportMark, ExportPayload } from './export-job-state.ts';
import { buildExportProgress } from './export-progress-view.ts';
import type { ExportRun } from './export-run.ts';
import { continueSpool, createSpool, readSpooledRows, type Spool } from './export-spool.ts';
import { createExportScan, type ExportScan, ListingMovedError, readPages } from './read-pages.ts';

const SAVE_EVERY_MS = 500;

/** Every requested row, on disk and counted. The caller must call `close`. */
export interface ReadRows {
  spool: Spool;
  /** Null for a reconciliation. */
  scan: ExportScan | null;
  /** Null unless the file is CSV. */
  draft: CsvDraft | null;
  mark: ExportMark;
  /** The spool's file stays, for another run to continue with; the draft is deleted. */
  close(): Promise<void>;
}

/**
 * Reads the rest and saves its progress. Rejects with errors from the service or the files; what was
 * read until then stays.
 */
export const readForExport = async (run: ExportRun, app: App): Promise<ReadRows> => {
  for (;;) {
    const opened = await openFiles(run, app);
    try {
      let { mark } = opened;
      for (;;) {
        if (!mark.isComplete) mark = await readOn(run, { ...opened, mark }, app);
        if (mark.isCapped || mark.finished.length + 1 >= run.queries.length) return { ...opened, mark };
        mark = beginNextListing(mark);
      }
    } catch (error) {
      await opened.close();
      if (!(error instanceof ListingMovedError)) throw error;
      await run.keep({ mark: null, startedOver: 'moved' });
      await app.exportFiles.remove(opened.mark.file);
    }
  }
};

async function openFiles(run: ExportRun, app: App): Promise<ReadRows> {
  const { exportFiles: files, timeZone } = app;
  const { spool, scan, mark } = await openSpool(run, app);
  if (scan === null || run.payload.format !== 'csv')
    return { spool, scan, mark, draft: null, close: spool.close };
  try {
    const { name, path } = await files.fresh(run.job, 'csv');
    const columns = () => chooseColumns(scan.columns(), run.payload).columns;
    const draft = await createCsvDraft({
      path,
      spool,
      kind: scan.kind,
      columns,
      timeZone,
      signal: run.signal,
    });
    const close = async () => {
      await draft.close();
      await files.remove(name);
      await spool.close();
    };
    return { spool, scan, mark, draft, close };
  } catch (error) {
    await spool.close();
    throw error;
  }
}

/** A thread or a channel sees only columns known to be harmless; `leftOut`: the titles of the others. */
export function chooseColumns(
  columns: readonly ReportColumn[],
  { thread, schedule, toggled }: ExportPayload,
): { columns: readonly ReportColumn[]; leftOut: readonly string[] } {
  const isSeenByMany = thread !== null || (schedule !== null && schedule.channelId !== null);
  const chosen = splitColumns(toggled.length === 0 ? columns : switchColumns(columns, toggled), isSeenByMany);
  return chosen.columns.length > 0 ? chosen : splitColumns(columns, isSeenByMany);
}

function beginNextListing(mark: ExportMark): ExportMark {
  const before = mark.finished.reduce((sum, rows) => sum + rows, 0);
  return {
    ...mark,
    finished: [...mark.finished, mark.rows - before],
    nextPage: 0,
    lastPage: null,
    total: null,
    isComplete: false,
  };
}

async function readOn(
  run: ExportRun,
  { spool, scan, draft, mark: from }: Omit<ReadRows, 'close'>,
  app: App,
): Promise<ExportMark> {
  const { clock } = app;
  let reached = from;
  let savedAt = clock.now();
  const save = async (): Promise<void> => {
    const isNew = reached.nextPage > from.nextPage || reached.isComplete;
    // The length that we save must not be ahead of the disk.
    await spool.flush();
    await run.keep({ mark: reached, ...(isNew ? { stalls: 0 } : {}) });
    savedAt = clock.now();
  };
  const show = () => run.message.soon(() => buildReading(run, reached, null));
  show();
  try {
    reached = await readPages({
      reader: run.reader,
      query: queryOf(run, from),
      spool,
      from,
      cap: app.config.exportRows,
      scan,
      draft,
      signal: run.signal,
      onPage: async (mark) => {
        reached = mark;
        show();
        if (clock.now() - savedAt >= SAVE_EVERY_MS) await save();
      },
    });
  } catch (error) {
    if (!run.signal.aborted && !(error instanceof ListingMovedError)) await save();
    throw error;
  }
  await save();
  return reached;
}

function queryOf({ queries }: ExportRun, { finished }: ExportMark): ReportQuery {
  const query = queries[finished.length];
  if (query === undefined) throw new Error('every listing of the export is read');
  return query;
}

export const buildReading = (run: ExportRun, mark: ExportMark | null, trouble: string | null) =>
  buildExportProgress(
    run.facts,
    {
      pages: mark?.nextPage ?? 0,
      rows: mark?.rows ?? 0,
      // The service's total is of one listing.
      total: run.queries.length > 1 ? null : (mark?.total ?? null),
    },
    { startedOver: run.progress().startedOver, trouble },
  );

async function openSpool(
  run: ExportRun,
  { exportFiles: files, timeZone }: App,
): Promise<Pick<ReadRows, 'spool' | 'scan' | 'mark'>> {
  const { words, reader } = run;
  const { mark } = run.progress();
  const { name, path } = await files.fresh(run.job, 'ndjson');
  const { kind } = run.payload;
  const scan = kind === 'reconciliation' ? null : createExportScan({ kind, words, timeZone });
  if (mark !== null) {
    const spool = await continueSpool(path, { path: files.pathOf(mark.file), bytes: mark.bytes });
    if (spool !== null) {
      if (kind !== 'reconciliation')
        for await (const rows of readSpooledRows(spool, kind, timeZone))
          scan?.add(await reader.mark(kind, rows));
      const ours = { ...mark, file: name };
      await run.keep({ mark: ours });
      await files.remove(mark.file);
      return { spool, scan, mark: ours };
    }
  }
  const spool = await createSpool(path);
  const begun: ExportMark = { ...NOTHING_READ, file: name };
  const wasRead = mark !== null && mark.nextPage > 0;
  await run.keep({ mark: begun, ...(wasRead ? { startedOver: 'gone' } : {}) });
  return { spool, scan, mark: begun };
}

/** Where an export begins. */
export const NOTHING_READ: Omit<ExportMark, 'file'> = {
  bytes: 0,
  nextPage: 0,
  rows: 0,
  total: null,
  lastPage: null,
  troubles: [],
  isCapped: false,
  isComplete: false,
  finished: [],
};
