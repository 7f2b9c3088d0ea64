import type { ListedRows, ListRows } from './list-rows.ts';
import { createListingProgress, type ReadTrouble } from './listing-progress.ts';
import { createPageQueue } from './read-page.ts';
import { ReportInterrupted } from './report-interrupted.ts';
import type { ReportQuery, ReportRow } from './report-row.ts';

export type { ReadTrouble } from './listing-progress.ts';

export interface ReadRowsOptions {
  /** The page to start from, counted from 0. The page before it is requested again, so that no row comes twice. */
  fromPage?: number;
  /** When aborted, reading rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called for each page before its rows are returned; `rows` counts only this reading. */
  onPage?: (done: { page: number; rows: number; total: number | null }) => void;
}

export interface ReadOutcome {
  /** Returned by this reading. */
  rows: number;
  /** As the service last reported it. */
  total: number | null;
  troubles: ReadTrouble[];
}

/**
 * Rows requested at a time. The interface does not state the largest `size`; if the service gives
 * fewer, we go by that.
 */
export const WHOLE_PAGE = 100;

export async function* readRows(
  list: ListRows,
  query: ReportQuery,
  { fromPage = 0, signal, onPage }: ReadRowsOptions,
): AsyncGenerator<ReportRow[], ReadOutcome> {
  const ask = (page: number) => list(query, { page, size: WHOLE_PAGE });
  const queue = createPageQueue(ask);
  const progress = createListingProgress({ fromPage, size: WHOLE_PAGE });

  const get = async (page: number, how: () => Promise<ListedRows>): Promise<ListedRows> => {
    signal?.throwIfAborted();
    try {
      return await orAbort(how(), signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ReportInterrupted({ page, rowsRead: progress.rows(), cause });
    }
  };

  if (fromPage > 0) progress.joinOn(await get(fromPage, () => ask(fromPage - 1)));
  for (let page = fromPage; ; page += 1) {
    let listed = await get(page, () => queue.take(page, progress.lastPage()));
    if (progress.isRepeated(listed)) listed = await get(page, () => ask(page));
    const step = progress.take(page, listed);
    if (step.rows !== null) {
      onPage?.({ page, rows: progress.rows(), total: progress.total() });
      yield step.rows;
    }
    if (step.isEnd) break;
  }
  return { rows: progress.rows(), total: progress.total(), troubles: progress.troubles() };
}

/** One listener per wait: racing against one promise for the whole reading would keep every page in memory. */
function orAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
