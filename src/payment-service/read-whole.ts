import { NotFoundError, TooLargeAnswerError } from './errors.ts';
import { halvesFor } from './halve-range.ts';
import { createPageJudge, type ListedRow, type NameOf, WHOLE_PAGE } from './judge-pages.ts';
import type { DateRange } from './local-date-time.ts';
import type { ListingPage } from './records.ts';

export interface Whole {
  /**
   * - `whole`: with its last row.
   * - `moved`: it gave fewer rows than it had counted, or some again: rows may be missing.
   * - `no-list`: an answer held no list, so nobody knows which rows there are.
   * - `too-many`: there are more, at least so many, than the caller has use or requests for.
   */
  is: 'whole' | 'moved' | 'no-list' | 'too-many';
  /** Handed out. */
  rows: number;
  /** As the service last reported it; null if it does not, or reports only parts. */
  total: number | null;
  /** Newer rows came meanwhile and may be missing; they push none of the others out. */
  hasGrown: boolean;
}

export type ListPage<Row> = (
  range: DateRange,
  page: { page: number; size: number },
  /** Of a range that was too large: the service is known to have the path. */
  isHalf: boolean,
) => Promise<ListingPage<Row>>;

/** How far reading has come. */
export interface Reach {
  pages: number;
  rows: number;
  /** As the service last reported it; null if it does not, or reports only parts. */
  total: number | null;
}

/** How many more requests may be made. Several readings may share it. */
export interface RequestBudget {
  left: number;
}

export interface ReadOptions {
  /** The caller has no use for more rows than this: once it is known that there are more, reading ends. */
  most?: number;
  budget?: RequestBudget;
  /** When aborted, reading rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Called with how far reading has come, before a page's rows are handed out. */
  onProgress?: (reach: Reach) => void;
}

interface Reading<Row> extends ReadOptions {
  /** Takes the new rows of a page. Reading waits for it. */
  take: (rows: Row[]) => unknown;
  /** Absent: all that it says names a row. */
  nameOf?: NameOf<Row>;
  /**
   * What is not listed proves something: only an empty list ends it then. A total may be out of date or count the page, and an
   * answer without a list, or “not found”, may come from a broken gateway.
   */
  isProof?: boolean;
}

/**
 * The one way to read a whole listing: every row once, in the service's order. A range that is too large for one answer is read
 * in halves, the earlier first, and is as whole as the worse of them. Rejects with the service's error; the caller has the rows
 * before it.
 */
export const readWhole = <Row extends ListedRow>(
  list: ListPage<Row>,
  range: DateRange,
  { most = Number.POSITIVE_INFINITY, budget = { left: Number.POSITIVE_INFINITY }, ...rest }: Reading<Row>,
): Promise<Whole> => {
  const reading = { ...rest, list, most, budget, parts: [], done: { pages: 0, rows: 0 } };
  const read = async (part: DateRange): Promise<Whole> => {
    try {
      return await readPart(part, { ...reading, isHalf: part !== range });
    } catch (error) {
      if (error instanceof TooLargeAnswerError && (error.least ?? 0) > most)
        return { is: 'too-many', rows: error.least ?? 0, total: null, hasGrown: false };
      const halves = halvesFor(error, part);
      if (halves === null) throw error;
      const ends: Whole[] = [];
      for (const half of halves) {
        const end = await read(half);
        if (end.is === 'too-many') return end;
        ends.push(end);
      }
      return join(ends);
    }
  };
  return read(range);
};

const join = (parts: readonly Whole[]): Whole => ({
  is: (['no-list', 'moved'] as const).find((one) => parts.some(({ is }) => is === one)) ?? 'whole',
  rows: parts.reduce((sum, { rows }) => sum + rows, 0),
  total: null,
  hasGrown: parts.some(({ hasGrown }) => hasGrown),
});

interface PartReading<Row> extends Reading<Row> {
  list: ListPage<Row>;
  most: number;
  budget: RequestBudget;
  /** Over all parts. */
  done: { pages: number; rows: number };
  /** The names of the rows of each: two halves share a second, and a page may be too large only after others have come. */
  parts: ReadonlySet<string>[];
  isHalf: boolean;
}

async function readPart<Row extends ListedRow>(
  range: DateRange,
  {
    list,
    take,
    nameOf = ({ fields }) => JSON.stringify(fields),
    isProof = false,
    most,
    budget,
    done,
    parts,
    isHalf,
    signal,
    onProgress,
  }: PartReading<Row>,
): Promise<Whole> {
  const judge = createPageJudge(nameOf, { isProof });
  const earlier = [...parts];
  parts.push(judge.names);
  const ask = async (page: number): Promise<ListingPage<Row>> => {
    budget.left -= 1;
    try {
      return await list(range, { page, size: WHOLE_PAGE }, isHalf);
    } catch (error) {
      const isNone = error instanceof NotFoundError && isProof && (page === 0 ? isHalf : judge.isCounted());
      if (!isNone) throw error;
      return { records: [], hasList: page > 0, total: null };
    }
  };
  const queue = createPageQueue(ask, budget);
  const get = (request: () => Promise<ListingPage<Row>>): Promise<ListingPage<Row>> => {
    signal?.throwIfAborted();
    return orAbort(request(), signal);
  };

  let rows = 0;
  const end = (is: Whole['is'], count = rows): Whole => ({
    is,
    rows: count,
    total: judge.total(),
    hasGrown: judge.hasGrown(),
  });
  for (let page = 0, isEnd = false; !isEnd; page += 1) {
    if (!queue.has(page)) return end('too-many', done.rows);
    let listed = await get(() => queue.take(page, judge.lastPage()));
    if (judge.isWorthAsking(listed.records) && budget.left > 0) listed = await get(() => ask(page));
    const judged = judge.add(page, listed);
    isEnd = judged.isEnd;
    const fresh = judged.rows.flatMap(({ row, name }) =>
      earlier.some((part) => part.has(name)) ? [] : [row],
    );
    const known = Math.max(done.rows + fresh.length, isHalf ? 0 : (judge.total() ?? 0));
    if (known > most) return end('too-many', known);
    if (listed.records.length === 0) continue;
    rows += fresh.length;
    done.rows += fresh.length;
    done.pages += 1;
    onProgress?.({ ...done, total: isHalf ? null : judge.total() });
    await take(fresh);
  }
  signal?.throwIfAborted();
  return end(judge.verdict());
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

/** Requests pages before they are needed. An error is kept until somebody takes its page. */
const createPageQueue = <Page>(ask: (page: number) => Promise<Page>, budget: Readonly<RequestBudget>) => {
  const pages = new Map<number, Promise<{ listed: Page } | { error: unknown }>>();
  const start = (page: number) => {
    const settled = ask(page).then(
      (listed) => ({ listed }),
      (error: unknown) => ({ error }),
    );
    pages.set(page, settled);
    return settled;
  };
  return {
    /** Whether it was requested, or may be. */
    has: (page: number): boolean => pages.has(page) || budget.left > 0,
    /** Returns the page and requests the next few, up to `lastPage`. */
    take: async (page: number, lastPage: number): Promise<Page> => {
      const wanted = pages.get(page) ?? start(page);
      for (let ahead = page + 1; ahead < page + AT_ONCE && ahead <= lastPage; ahead += 1)
        if (!pages.has(ahead) && budget.left > 0) void start(ahead);
      const settled = await wanted;
      pages.delete(page);
      if ('error' in settled) throw settled.error;
      return settled.listed;
    },
  };
};
