import { PaymentServiceError } from '../payment-service/index.ts';
import type { ListedRows, ListRows } from './list-rows.ts';
import type { ReportQuery, ReportRow } from './report-row.ts';
import { fingerprintOf } from './seen-rows.ts';

/** The interface's default size, and the smallest page we expect from a service that ignores `size`. */
const SMALLEST_FULL_PAGE = 10;

/** A total that equals the number of rows on the first page may count only that page; the next page tells. */
export const mayBePageLength = (total: number, rows: number): boolean =>
  total === rows && rows >= SMALLEST_FULL_PAGE;

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

export interface ReportPage {
  rows: ReportRow[];
  /** As requested. */
  page: number;
  size: number;
  /** Set when the service reports it, or when the first page holds everything; never a guess. */
  total: number | null;
  /** Null: we asked for the next page to find out, and got no answer. */
  hasNext: boolean | null;
  /**
   * Rows on a full page, judging by what the service sends: the first row of this page is number
   * `page * sizeGiven + 1`.
   */
  sizeGiven: number;
  /** False: the answer held no list, so an empty page does not mean that no rows exist. */
  isList: boolean;
}

interface Place {
  total: number | null;
  sizeGiven: number;
  /** Null: only the next page can tell. */
  hasNext: boolean | null;
}

/**
 * One page, and whether another follows it. If the service reports a total, the answer alone settles that;
 * otherwise we ask for the next page. A short page is the last only when the total or the next page says so.
 */
export const readPage = async (
  list: ListRows,
  query: ReportQuery,
  { page, size }: { page: number; size: number },
): Promise<ReportPage> => {
  const listed = await list(query, { page, size });
  const { rows, isList } = listed;
  const askFirst = () => list(query, { page: 0, size });
  const place = page === 0 ? placeFirst(listed, size) : await placeLater(listed, { page, size }, askFirst);
  if (place.hasNext !== null) return { rows, page, size, isList, ...place };

  const next = await peek(list, query, { page: page + 1, size });
  const hasNext = next && next.rows.length > 0 && fingerprintOf(next.rows) !== fingerprintOf(rows);
  // A total that equals the first page's length is a real total only if no page follows.
  const isDoubtful = place.total === rows.length && hasNext !== false;
  const told = isDoubtful ? (next?.total ?? null) : place.total;
  const isAll = page === 0 && hasNext === false;
  const sizeGiven = hasNext === true && page === 0 ? rows.length : place.sizeGiven;
  return { rows, page, size, isList, sizeGiven, hasNext, total: isAll ? rows.length : told };
};

function placeFirst({ rows, total, isList }: ListedRows, size: number): Place {
  const count = rows.length;
  if (count === 0) return { total: isList ? total : null, sizeGiven: size, hasNext: false };
  if (!isList) return { total: null, sizeGiven: size, hasNext: false };
  if (total === null || mayBePageLength(total, count)) {
    return { total, sizeGiven: Math.max(size, count), hasNext: null };
  }
  return { total, sizeGiven: count < total ? count : Math.max(size, count), hasNext: count < total };
}

async function placeLater(
  { rows, total }: ListedRows,
  { page, size }: { page: number; size: number },
  askFirst: () => Promise<ListedRows>,
): Promise<Place> {
  const count = rows.length;
  if (count === 0) return { total, sizeGiven: size, hasNext: false };
  if (total !== null) {
    const hasNext = page * size + count < total;
    // Before the end, a short page shows how long this service's pages are.
    return { total, sizeGiven: hasNext ? count : size, hasNext };
  }
  if (count >= size) return { total, sizeGiven: count, hasNext: null };
  // The page is short, and no total agrees with pages of the size we asked for. The first page shows the real size.
  const first = await askFirst();
  const sizeGiven = Math.max(first.rows.length, 1);
  const isCounted = first.total !== null && first.total >= page * sizeGiven + count;
  if (!isCounted) return { total: null, sizeGiven, hasNext: null };
  return { total: first.total, sizeGiven, hasNext: page * sizeGiven + count < (first.total ?? 0) };
}

/** Null if the page cannot be read just now: we already have the page that was asked for, and show it. */
async function peek(
  list: ListRows,
  query: ReportQuery,
  at: { page: number; size: number },
): Promise<ListedRows | null> {
  try {
    return await list(query, at);
  } catch (error) {
    if (error instanceof PaymentServiceError) return null;
    throw error;
  }
}
