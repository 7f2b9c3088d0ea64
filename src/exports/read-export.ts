import { createHash } from 'node:crypto';
import type { ReportReader } from '../reports/report-reader.ts';
import type { ReportQuery } from '../reports/report-row.ts';
import type { ExportMark } from './export-job-state.ts';
import type { ExportScan } from './export-scan.ts';
import { encodeRows, type Spool } from './export-spool.ts';

/** The last page read has changed since, so the next page would not follow on from it. */
export class ListingMovedError extends Error {
  override name = 'ListingMovedError';
}

interface ExportReading {
  reader: Pick<ReportReader, 'all'>;
  query: ReportQuery;
  spool: Spool;
  /** Where to continue; `nextPage` 0 is the beginning. */
  from: ExportMark;
  /** Reading stops at this many rows. */
  cap: number;
  /** Null: the rows say nothing but themselves. */
  scan: ExportScan | null;
  signal: AbortSignal;
  /** A page is in the spool, not yet flushed. */
  onPage: (mark: ExportMark) => Promise<void>;
}

/**
 * Reads every page into the spool, from where an earlier run stopped. First asks for that run's last page again,
 * to check that the listing has not moved. Rejects with `ListingMovedError`, or with the service's error.
 */
export const readExport = async (reading: ExportReading): Promise<ExportMark> => {
  const { reader, query, spool, from, cap, scan, signal, onPage } = reading;
  let mark = from;
  let mustCompare = from.lastPage !== null;
  let total: number | null = null;
  const pages = reader.all(query, {
    fromPage: mustCompare ? from.nextPage - 1 : 0,
    signal,
    onPage: (done) => {
      total = done.total;
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
    await onPage(mark);
    if (!isCapped) continue;
    await pages.return({ rows: mark.rows, total, troubles: [] });
    return mark;
  }
};
