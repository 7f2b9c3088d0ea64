import { createHash } from 'node:crypto';
import { createColumnCollector } from '../reports/column-collector.ts';
import type { ReportColumn } from '../reports/report-columns.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import type { ReportKind, ReportQuery, ReportRow } from '../reports/report-row.ts';
import { createTotals, type Totals, type TotalsOptions } from '../reports/totals.ts';
import type { CsvDraft } from './csv-draft.ts';
import type { ExportMark } from './export-job-state.ts';
import { encodeRows, type Spool } from './export-spool.ts';

/** The last page read has changed since, so the next page would not follow on from it. */
export class ListingMovedError extends Error {
  override name = 'ListingMovedError';
}

/** What we learn from the rows as they pass: their sums, and every column that any of them has. */
export interface ExportScan {
  kind: ReportKind;
  add(rows: readonly ReportRow[]): void;
  totals(): Totals;
  columns(): ReportColumn[];
  /** Some row had more fields than we read of one row. */
  hasUnread(): boolean;
}

export const createExportScan = (options: TotalsOptions): ExportScan => {
  const totals = createTotals(options);
  const columns = createColumnCollector(options.kind);
  let hasUnread = false;
  return {
    kind: options.kind,
    add: (rows) => {
      totals.add(rows);
      hasUnread ||= rows.some((row) => row.hasUnread);
      columns.add(rows);
    },
    totals: totals.result,
    columns: columns.columns,
    hasUnread: () => hasUnread,
  };
};

interface PageReading {
  reader: Pick<ReportReader, 'all'>;
  query: ReportQuery;
  spool: Spool;
  /** Where to continue; `nextPage` 0 is the beginning. */
  from: ExportMark;
  /** Reading stops at this many rows. */
  cap: number;
  /** Null for a reconciliation, which only collects rows. */
  scan: ExportScan | null;
  /** Null if the file is made after the last page. */
  draft: CsvDraft | null;
  signal: AbortSignal;
  /** A page is in the spool, not yet flushed. */
  onPage: (mark: ExportMark) => Promise<void>;
}

/**
 * Reads every page into the spool, from where an earlier run stopped. First asks for that run's last page again,
 * to check that the listing has not moved. Rejects with `ListingMovedError`, or with the service's error.
 */
export const readPages = async (reading: PageReading): Promise<ExportMark> => {
  const { reader, query, spool, from, cap, scan, draft, signal, onPage } = reading;
  let mark = from;
  let mustCompare = from.lastPage !== null;
  let total: number | null = null;
  const pages = reader.all(query, {
    fromPage: mustCompare ? from.nextPage - 1 : 0,
    signal,
    onPage: (page) => {
      total = page.total;
    },
  });
  for (;;) {
    const step = await pages.next();
    signal.throwIfAborted();
    if (step.done) {
      if (mustCompare) throw new ListingMovedError('the listing is shorter than it was');
      const troubles = [...new Set([...mark.troubles, ...step.value.troubles])];
      return { ...mark, total: mark.total ?? step.value.total, troubles, isComplete: true };
    }
    const lines = encodeRows(step.value);
    const lastPage = createHash('sha256').update(lines).digest('base64url');
    if (mustCompare) {
      mustCompare = false;
      if (lastPage === from.lastPage) continue;
      await pages.return({ rows: 0, total: null, troubles: [] });
      throw new ListingMovedError('the listing changed while the export was interrupted');
    }
    const room = cap - mark.rows;
    const isCapped = step.value.length > room;
    const rows = isCapped ? step.value.slice(0, room) : step.value;
    scan?.add(rows);
    mark = {
      ...mark,
      bytes: await spool.append(isCapped ? encodeRows(rows) : lines),
      nextPage: mark.nextPage + 1,
      rows: mark.rows + rows.length,
      total: mark.total ?? total,
      lastPage,
      isCapped,
      isComplete: isCapped,
    };
    await draft?.add(rows);
    await onPage(mark);
    if (!isCapped) continue;
    await pages.return({ rows: mark.rows, total, troubles: [] });
    return mark;
  }
};
