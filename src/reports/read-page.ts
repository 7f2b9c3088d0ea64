import { PaymentServiceError } from '../payment-service/index.ts';
import type { ListedRows, ListRows } from './list-rows.ts';
import type { ReportPage } from './report-reader.ts';
import type { ReportQuery } from './report-row.ts';
import { fingerprintOf } from './seen-rows.ts';

/** The interface's default size, and the least that a service which ignores `size` would give. */
const SMALLEST_FULL_PAGE = 10;

/** A count that equals the rows of the first page may count that page alone; only the next page can tell. */
export const mayBePageLength = (total: number, rows: number): boolean =>
  total === rows && rows >= SMALLEST_FULL_PAGE;

/** Pages on their way at once: the service's thresholds for 429 are not stated. */
const AT_ONCE = 4;

type Settled = { listed: ListedRows } | { error: unknown };

export interface PageQueue {
  /** The page, with as many as may be asked for ahead of it up to `lastPage`; null: none ahead. */
  take(page: number, lastPage: number | null): Promise<ListedRows>;
}

/** Asks for pages ahead of their turn. An error of one is held until it is taken, and lost when it never is. */
export const createPageQueue = (ask: (page: number) => Promise<ListedRows>): PageQueue => {
  const asked = new Map<number, Promise<Settled>>();
  const start = (page: number): Promise<Settled> => {
    const known = asked.get(page);
    if (known !== undefined) return known;
    const settled = ask(page).then(
      (listed) => ({ listed }),
      (error: unknown) => ({ error }),
    );
    asked.set(page, settled);
    return settled;
  };
  return {
    take: async (page, lastPage) => {
      const mine = start(page);
      for (let ahead = page + 1; ahead < page + AT_ONCE && ahead <= (lastPage ?? page); ahead += 1) {
        void start(ahead);
      }
      const settled = await mine;
      asked.delete(page);
      if ('error' in settled) throw settled.error;
      return settled.listed;
    },
  };
};

interface Place {
  total: number | null;
  sizeGiven: number;
  /** Null: only the next page can tell. */
  hasNext: boolean | null;
}

/**
 * One page and whether another follows it. The answer alone settles it where the service told a total; otherwise
 * the next page is asked. A page that came short of what was asked is the last only when one of the two says so.
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
  // A count that is the first page's own length is a total only when nothing follows.
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
    // Before the end, a short page is as long as pages of this service are.
    return { total, sizeGiven: hasNext ? count : size, hasNext };
  }
  if (count >= size) return { total, sizeGiven: count, hasNext: null };
  // Short, and without a total that agrees with pages of the size asked for: the first page shows their real size.
  const first = await askFirst();
  const sizeGiven = Math.max(first.rows.length, 1);
  const isCounted = first.total !== null && first.total >= page * sizeGiven + count;
  if (!isCounted) return { total: null, sizeGiven, hasNext: null };
  return { total: first.total, sizeGiven, hasNext: page * sizeGiven + count < (first.total ?? 0) };
}

/** Null when the page cannot be had just now: the one that was asked for is here, and is shown. */
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
