import { createHash } from 'node:crypto';
import { type DateSpan, toDateRange } from '../calendar/date-span.ts';
import { halvesFor, parseLocalDateTime, TooLargeAnswerError } from '../payment-service/index.ts';
import type { ListRows } from './list-rows.ts';
import { createListingProgress, type ReadTrouble } from './listing-progress.ts';
import type { ListedRows, ReportQuery, ReportRow } from './report-row.ts';

export interface ReadOptions {
  /** The caller has no use for more rows than this: once it is known that there are more, reading ends. */
  most?: number;
  /** When aborted, reading rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called with how far reading has come, before a page's rows are handed out. */
  onProgress?: (reach: Reach) => void;
}

/** How far reading has come. */
export interface Reach {
  pages: number;
  rows: number;
  /** As the service last reported it; null if it does not, or reports only parts. */
  total: number | null;
}

export interface ReadOutcome {
  /** How many were handed out. */
  rows: number;
  /** As the service last reported it. */
  total: number | null;
  troubles: ReadTrouble[];
  /** There are more rows than `most`: at least so many. What was handed out is a part. */
  tooMany: number | null;
}

/** Takes the new rows of a page; none if it has nothing new. Reading waits for it. */
export type TakeRows = (rows: ReportRow[]) => unknown;

/** Rows requested at a time. The interface does not state the largest `size`; the service may send fewer. */
export const WHOLE_PAGE = 100;

/**
 * Reads every row once, in the service's order. A span that is too large for one answer is read in halves, the earlier
 * first. Rejects with the service's error; the caller has the rows before it.
 */
export const readAll = (
  list: ListRows,
  query: ReportQuery,
  take: TakeRows,
  { most = Number.POSITIVE_INFINITY, ...options }: ReadOptions = {},
): Promise<ReadOutcome> => {
  const returned = createReturnedRows();
  const reading = { ...options, list, take, most, returned, done: { pages: 0, rows: 0 } };
  const read = async (part: ReportQuery): Promise<ReadOutcome> => {
    try {
      return await readSpan(part, { ...reading, isHalf: part !== query });
    } catch (error) {
      if (error instanceof TooLargeAnswerError && error.least !== null && error.least > most)
        return { rows: 0, total: null, troubles: [], tooMany: error.least };
      const halves = returned.mayComeAgain() ? halvesOf(error, part.span) : null;
      if (halves === null) throw error;
      const outcomes: ReadOutcome[] = [];
      for (const span of halves) {
        const outcome = await read({ ...part, span });
        outcomes.push(outcome);
        if (outcome.tooMany !== null) break;
      }
      return join(outcomes);
    }
  };
  return read(query);
};

const halvesOf = (error: unknown, span: DateSpan): DateSpan[] | null =>
  halvesFor(error, toDateRange(span, 'UTC'))?.map(({ fromDate, toDate }) => ({
    from: instantOf(fromDate),
    to: instantOf(toDate),
  })) ?? null;

const instantOf = (text: string): number => parseLocalDateTime(text, 'UTC') ?? Number.NaN;

const join = (parts: readonly ReadOutcome[]): ReadOutcome => ({
  rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  total: null,
  troubles: [...new Set(parts.flatMap(({ troubles }) => troubles))],
  tooMany: parts.at(-1)?.tooMany ?? null,
});

interface SpanReading extends Required<Pick<ReadOptions, 'most'>>, Omit<ReadOptions, 'most'> {
  list: ListRows;
  take: TakeRows;
  /** Over all spans. */
  done: { pages: number; rows: number };
  returned: ReturnedRows;
  isHalf: boolean;
}

async function readSpan(
  query: ReportQuery,
  { list, take, most, done, returned, isHalf, signal, onProgress }: SpanReading,
): Promise<ReadOutcome> {
  const ask = (page: number) => list(query, { page, size: WHOLE_PAGE, isHalf });
  const queue = createPageQueue(ask);
  const progress = createListingProgress(WHOLE_PAGE);
  const get = async (request: () => Promise<ListedRows>): Promise<ListedRows> => {
    signal?.throwIfAborted();
    return orAbort(request(), signal);
  };

  let rows = 0;
  let tooMany: number | null = null;
  for (let page = 0, isEnd = false; !isEnd && tooMany === null; page += 1) {
    let listed = await get(() => queue.take(page, progress.lastPage()));
    if (progress.isRepeated(listed)) listed = await get(() => ask(page));
    const step = progress.add(page, listed);
    isEnd = step.isEnd;
    if (step.rows === null) continue;
    const fresh = returned.add(step.rows, query, isHalf);
    const known = Math.max(done.rows + fresh.length, isHalf ? 0 : (progress.total() ?? 0));
    if (known > most) tooMany = known;
    else {
      rows += fresh.length;
      done.rows += fresh.length;
      done.pages += 1;
      onProgress?.({ ...done, total: isHalf ? null : progress.total() });
      await take(fresh);
    }
  }
  signal?.throwIfAborted();
  return { rows, total: progress.total(), troubles: progress.troubles(), tooMany };
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
