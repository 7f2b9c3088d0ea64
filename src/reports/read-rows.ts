import type { ListedRows, ListRows } from './list-rows.ts';
import { createListingProgress, type ReadTrouble } from './listing-progress.ts';
import type { ReportQuery, ReportRow } from './report-row.ts';

/** Reading every row ended early. The rows before that were returned; `cause` is the service's error. */
export class ReportInterrupted extends Error {
  override name = 'ReportInterrupted';
  /** The page that failed, counted from 0: continue there. */
  readonly page: number;
  /** Rows that this reading returned. */
  readonly rowsRead: number;

  constructor({ page, rowsRead, cause }: { page: number; rowsRead: number; cause: unknown }) {
    super(`reading stopped at page ${page}, after ${rowsRead} rows`, { cause });
    this.page = page;
    this.rowsRead = rowsRead;
  }
}

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

/** Pages requested at once. The service does not document its limits for 429. */
const AT_ONCE = 4;

type Settled = { listed: ListedRows } | { error: unknown };

export interface PageQueue {
  /** The page. Also requests the next few, up to `lastPage`; with null, none. */
  take(page: number, lastPage: number | null): Promise<ListedRows>;
}

/** Requests pages before they are needed. An error is held until its page is taken, and dropped if it never is. */
export const createPageQueue = (ask: (page: number) => Promise<ListedRows>): PageQueue => {
  const pages = new Map<number, Promise<Settled>>();
  const start = (page: number): Promise<Settled> => {
    const known = pages.get(page);
    if (known !== undefined) return known;
    const settled = ask(page).then(
      (listed) => ({ listed }),
      (error: unknown) => ({ error }),
    );
    pages.set(page, settled);
    return settled;
  };
  return {
    take: async (page, lastPage) => {
      const mine = start(page);
      for (let ahead = page + 1; ahead < page + AT_ONCE && ahead <= (lastPage ?? page); ahead += 1) {
        void start(ahead);
      }
      const settled = await mine;
      pages.delete(page);
      if ('error' in settled) throw settled.error;
      return settled.listed;
    },
  };
};
