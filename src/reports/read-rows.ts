import { createHash } from 'node:crypto';
import { type DateSpan, toDateRange } from '../calendar/date-span.ts';
import {
  halvesFor,
  type ListingPage,
  NotFoundError,
  type PaymentServiceClient,
  parseLocalDateTime,
} from '../payment-service/index.ts';
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

/**
 * Reads every row. A span that is too large for one answer is read in halves, the earlier first. Such a reading cannot be
 * resumed: with `fromPage`, too, it begins with its first rows.
 */
export async function* readRows(
  list: ListRows,
  query: ReportQuery,
  { fromPage = 0, ...options }: ReadRowsOptions,
): AsyncGenerator<ReportRow[], ReadOutcome> {
  const reading = { ...options, list, done: { pages: fromPage, rows: 0 }, returned: createReturnedRows() };
  const read = async function* (part: ReportQuery, from: number): AsyncGenerator<ReportRow[], ReadOutcome> {
    try {
      return yield* readSpan(part, from, { ...reading, isHalf: part !== query });
    } catch (error) {
      const halves = reading.returned.mayComeAgain() ? halveSpan(error, part.span) : null;
      if (halves === null) throw error;
      const outcomes: ReadOutcome[] = [];
      for (const span of halves) outcomes.push(yield* read({ ...part, span }, 0));
      return join(outcomes);
    }
  };
  return yield* read(query, fromPage);
}

const halveSpan = (error: unknown, span: DateSpan): DateSpan[] | null => {
  if (!(error instanceof ReportInterrupted)) return null;
  const halves = halvesFor(error.cause, toDateRange(span, 'UTC'));
  return (
    halves?.map(({ fromDate, toDate }) => ({ from: instantOf(fromDate), to: instantOf(toDate) })) ?? null
  );
};

const instantOf = (text: string): number => parseLocalDateTime(text, 'UTC') ?? Number.NaN;

const join = (parts: readonly ReadOutcome[]): ReadOutcome => ({
  rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  total: null,
  troubles: [...new Set(parts.flatMap(({ troubles }) => troubles))],
});

interface SpanReading extends Pick<ReadRowsOptions, 'signal' | 'onPage'> {
  list: ListRows;
  /** Over all spans. */
  done: { pages: number; rows: number };
  returned: ReturnedRows;
  isHalf: boolean;
}

async function* readSpan(
  query: ReportQuery,
  fromPage: number,
  { list, done, returned, isHalf, signal, onPage }: SpanReading,
): AsyncGenerator<ReportRow[], ReadOutcome> {
  const ask = (page: number) => list(query, { page, size: WHOLE_PAGE, isHalf });
  const queue = createPageQueue(ask);
  const progress = createListingProgress({ fromPage, size: WHOLE_PAGE });

  const get = async (request: () => Promise<ListedRows>): Promise<ListedRows> => {
    signal?.throwIfAborted();
    try {
      return await orAbort(request(), signal);
    } catch (cause) {
      signal?.throwIfAborted();
      throw new ReportInterrupted({ page: done.pages, rowsRead: done.rows, cause });
    }
  };

  let rows = 0;
  if (fromPage > 0) progress.resumeAfter(await get(() => ask(fromPage - 1)));
  for (let page = fromPage; ; page += 1) {
    let listed = await get(() => queue.take(page, progress.lastPage()));
    if (progress.isRepeated(listed)) listed = await get(() => ask(page));
    const step = progress.add(page, listed);
    if (step.rows !== null) {
      const fresh = returned.add(step.rows, query, isHalf);
      rows += fresh.length;
      done.rows += fresh.length;
      onPage?.({ page: done.pages, rows: done.rows, total: isHalf ? null : progress.total() });
      done.pages += 1;
      yield fresh;
    }
    if (step.isEnd) break;
  }
  return { rows, total: progress.total(), troubles: progress.troubles() };
}

interface ReturnedRows {
  /** Remembers rows of a span, and returns them without those that came with another span. */
  add(rows: ReportRow[], of: ReportQuery, isHalf: boolean): ReportRow[];
  /** Whether all rows until now would be recognised. */
  mayComeAgain(): boolean;
}

/**
 * Two halves share a second, and a page may be too large only after others have come. A row with an id or a time is the same
 * if all of it is. Pages of the size that we ask for are not remembered: their service does not ignore it.
 */
const createReturnedRows = (): ReturnedRows => {
  const spanOf = new Map<string, ReportQuery>();
  let areAllKnown = true;
  return {
    mayComeAgain: () => areAllKnown,
    add: (rows, of, isHalf) => {
      if (rows.length <= WHOLE_PAGE && !isHalf) {
        areAllKnown &&= rows.length === 0;
        return rows;
      }
      return rows.filter(({ id, at, fields }) => {
        if (id === null && at === null) return true;
        const name = createHash('sha1').update(JSON.stringify(fields)).digest('base64');
        const isNew = (spanOf.get(name) ?? of) === of;
        if (isNew) spanOf.set(name, of);
        return isNew;
      });
    },
  };
};

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
export type ListRows = (
  query: ReportQuery,
  at: { page: number; size: number; isHalf?: boolean },
) => Promise<ListedRows>;

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
  return async ({ kind, span }, { page, size, isHalf = false }) => {
    let listing: ListingPage;
    try {
      listing = await service[METHODS[kind]](toDateRange(span, timeZone), { page, size });
    } catch (error) {
      if (!isNoRows(error, page > 0 || isHalf)) throw error;
      return { rows: [], total: page === 0 ? 0 : null, isList: true };
    }
    return {
      rows: listing.records.map(readers[kind]),
      total: listing.total,
      isList: listing.hasList,
    };
  };
};

/** A plain 404 for the first page may mean a wrong path. For a later page or a half the path is right, and it means none. */
const isNoRows = (error: unknown, isPathRight: boolean): boolean =>
  error instanceof NotFoundError && (isPathRight || error.serviceCode === NO_DATA);
