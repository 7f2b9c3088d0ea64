import { type ListingPage, NotFoundError, type PaymentServiceClient } from '../payment-service/index.ts';
import { toDateRange } from './date-span.ts';
import { createListingProgress, type ReadTrouble } from './listing-progress.ts';
import type { ListedRows, ReportKind, ReportQuery, ReportRow } from './report-row.ts';
import { createRowReader } from './row-reader.ts';

/** Reading every row ended early. The caller has the rows before that; `cause` is the service's error. */
export class ReportInterrupted extends Error {
  override name = 'ReportInterrupted';
  /** The page that failed, counted from 0: resume there. */
  readonly page: number;
  /** Rows returned before that. */
  readonly rowsRead: number;

  constructor({ page, rowsRead, cause }: { page: number; rowsRead: number; cause: unknown }) {
    super(`reading stopped at page ${page}, after ${rowsRead} rows`, { cause });
    this.page = page;
    this.rowsRead = rowsRead;
  }
}

export interface ReadRowsOptions {
  /** The page to start from, counted from 0. The page before it is read again to recognise rows that moved. */
  fromPage?: number;
  /** When aborted, reading rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called for each page before its rows are returned. `rows`: how many this read has so far. */
  onPage?: (done: { page: number; rows: number; total: number | null }) => void;
}

export interface ReadOutcome {
  /** How many were returned. */
  rows: number;
  /** As the service last reported it. */
  total: number | null;
  troubles: ReadTrouble[];
}

/** Rows requested at a time. The interface does not state the largest `size`; the service may send fewer. */
export const WHOLE_PAGE = 100;

export async function* readRows(
  list: ListRows,
  query: ReportQuery,
  { fromPage = 0, signal, onPage }: ReadRowsOptions,
): AsyncGenerator<ReportRow[], ReadOutcome> {
  const ask = (page: number) => list(query, { page, size: WHOLE_PAGE });
  const queue = createPageQueue(ask);
  const progress = createListingProgress({ fromPage, size: WHOLE_PAGE });

  const get = async (page: number, request: () => Promise<ListedRows>): Promise<ListedRows> => {
    signal?.throwIfAborted();
    try {
      return await orAbort(request(), signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ReportInterrupted({ page, rowsRead: progress.rows(), cause });
    }
  };

  if (fromPage > 0) progress.resumeAfter(await get(fromPage, () => ask(fromPage - 1)));
  for (let page = fromPage; ; page += 1) {
    let listed = await get(page, () => queue.take(page, progress.lastPage()));
    if (progress.isRepeated(listed)) listed = await get(page, () => ask(page));
    const step = progress.add(page, listed);
    if (step.rows !== null) {
      onPage?.({ page, rows: progress.rows(), total: progress.total() });
      yield step.rows;
    }
    if (step.isEnd) break;
  }
  return { rows: progress.rows(), total: progress.total(), troubles: progress.troubles() };
}

/** A listener per wait: racing against one promise for the whole read would keep every page in memory. */
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

interface PageQueue {
  /** Returns the page and requests the next few, up to `lastPage`; null: none. */
  take(page: number, lastPage: number | null): Promise<ListedRows>;
}

/** Requests pages before they are needed. An error is kept until somebody takes its page. */
const createPageQueue = (ask: (page: number) => Promise<ListedRows>): PageQueue => {
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
      const wanted = start(page);
      for (let ahead = page + 1; ahead < page + AT_ONCE && ahead <= (lastPage ?? page); ahead += 1) {
        void start(ahead);
      }
      const settled = await wanted;
      pages.delete(page);
      if ('error' in settled) throw settled.error;
      return settled.listed;
    },
  };
};

export type ListingService = Pick<PaymentServiceClient, 'listTransactions' | 'listPayouts' | 'listLinks'>;

/** Requests one page. Rejects with the service's error. */
export type ListRows = (query: ReportQuery, at: { page: number; size: number }) => Promise<ListedRows>;

const METHODS = {
  transactions: 'listTransactions',
  payouts: 'listPayouts',
  links: 'listLinks',
} as const satisfies Record<ReportKind, keyof ListingService>;
/** "Data not found" in the service's table of codes. */
const NO_DATA = '93';

export const createListRows = ({
  service,
  timeZone,
}: {
  service: ListingService;
  timeZone: string;
}): ListRows => {
  const readers = {
    transactions: createRowReader('transactions', timeZone),
    payouts: createRowReader('payouts', timeZone),
    links: createRowReader('links', timeZone),
  };
  return async ({ kind, span }, at) => {
    let listing: ListingPage;
    try {
      listing = await service[METHODS[kind]](toDateRange(span, timeZone), at);
    } catch (error) {
      if (!isNoRows(error, at.page)) throw error;
      return { rows: [], total: at.page === 0 ? 0 : null, isList: true };
    }
    return {
      rows: listing.records.map(readers[kind]),
      total: listing.total,
      isList: listing.hasList,
    };
  };
};

/** A plain 404 for the first page may mean a wrong path. For a later page it means the end: the path was right. */
const isNoRows = (error: unknown, page: number): boolean =>
  error instanceof NotFoundError && (page > 0 || error.serviceCode === NO_DATA);
