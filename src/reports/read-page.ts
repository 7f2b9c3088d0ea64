import { PaymentServiceError } from '../payment-service/index.ts';
import type { ListedRows, ListRows } from './list-rows.ts';
import { fingerprintOf, mayBePageLength } from './listing-progress.ts';
import { WHOLE_PAGE } from './read-rows.ts';
import type { ReportQuery, ReportRow } from './report-row.ts';

/** A page to read: the rows from number `page * size + 1` on. */
export interface PageAsked {
  /** Counted from 0, in pages of `size`. */
  page: number;
  size: number;
  /** The service may cut its pages to another length than `size`, so its first page is read to learn it. */
  isSizeDoubtful?: boolean;
}

export interface ReportPage extends Required<PageAsked> {
  /**
   * At most `size`; the first is number `page * size + 1`. `page` and `size` differ from those asked for if the
   * service's own pages are shorter: the first row asked for is then among these.
   */
  rows: ReportRow[];
  /** Set when the service reports it, or when the first page holds everything; never a guess. */
  total: number | null;
  /** Null: we asked for the next page to find out, and got no answer. */
  hasNext: boolean | null;
  /** False: the answer held no list, so an empty page does not mean that no rows exist. */
  isList: boolean;
}

/**
 * One page, and whether another follows it. If the service reports a total, the answer alone settles that;
 * otherwise we ask for the next page. A short page is the last only when the total or the next page says so. Of
 * a page that is longer than `size` only the rows asked for are returned.
 */
export const readPage = async (list: ListRows, query: ReportQuery, asked: PageAsked): Promise<ReportPage> => {
  const { page, size } = asked;
  const ask = (at: number): Promise<ListedRows> => list(query, { page: at, size });
  const found = await findPage(ask, asked);
  const { at, listed } = found;
  const { isList } = listed;
  const place = findPlace(found);
  const next = place.hasNext === null ? await peek(ask, at + 1) : null;
  const { total, hasNext } = place.hasNext === null ? weighNext(found, next) : place;
  const length = at > 0 ? found.length : lengthOfFirst(listed.rows.length, { size, hasNext });
  if (length <= size) {
    const rows = listed.rows.slice(0, length);
    return { rows, page: at, size: length, isSizeDoubtful: false, total, hasNext, isList };
  }
  const cut = await cutPart(found, { offset: page * size - at * length, size, hasNext }, () =>
    next ? Promise.resolve(next) : ask(at + 1),
  );
  const follows = total === null ? cut.hasNext : page * size + cut.rows.length < total;
  return { rows: cut.rows, page, size, isSizeDoubtful: true, total, hasNext: follows, isList };
};

/** The rows asked for out of a longer page, and out of the next one where they begin here and end there. */
async function cutPart(
  { listed }: FoundPage,
  { offset, size, hasNext }: { offset: number; size: number; hasNext: boolean | null },
  askNext: () => Promise<ListedRows>,
): Promise<Pick<ReportPage, 'rows' | 'hasNext'>> {
  const end = offset + size;
  const rows = listed.rows.slice(offset, end);
  if (end < listed.rows.length) return { rows, hasNext: true };
  const missing = size - rows.length;
  if (missing === 0 || hasNext === false) return { rows, hasNext };
  const next = (await askNext()).rows;
  rows.push(...next.slice(0, missing));
  return { rows, hasNext: next.length === missing ? null : next.length > missing };
}

/** The page of the service's own on which the first row asked for is. */
interface FoundPage {
  /** Its number, counted from 0 in pages of `length`. */
  at: number;
  /** Rows on a full page of the service; for page 0 the size asked for, until the next page is known. */
  length: number;
  listed: ListedRows;
  /** What the first page said; null if it was not needed. */
  first: ListedRows | null;
}

async function findPage(
  ask: (page: number) => Promise<ListedRows>,
  { page, size, isSizeDoubtful }: PageAsked,
): Promise<FoundPage> {
  const listed = page > 0 && isSizeDoubtful !== true ? await ask(page) : null;
  if (listed !== null && isAsAsked(listed, { page, size }))
    return { at: page, length: size, listed, first: null };
  const first = await ask(0);
  if (page === 0 || first.rows.length === 0) return { at: page, length: size, listed: first, first };
  const { length } = first.rows;
  const at = Math.floor((page * size) / length);
  if (at === 0) return { at, length, listed: first, first };
  const later = at === page && listed !== null ? listed : await ask(at);
  // A service that ignores `page` as well has only this one.
  const isRepeated = later.rows.length > 0 && fingerprintOf(later.rows) === fingerprintOf(first.rows);
  return { at, length, listed: isRepeated ? { ...later, rows: [] } : later, first };
}

/** Whether a later page holds just the rows that it would hold if all pages have `size` rows. */
function isAsAsked({ rows, total }: ListedRows, { page, size }: { page: number; size: number }): boolean {
  if (total === null) return rows.length === size;
  return rows.length === Math.min(Math.max(total - page * size, 0), size);
}

interface Place {
  total: number | null;
  /** Null: only the next page can tell. */
  hasNext: boolean | null;
}

function findPlace({ at, length, listed, first }: FoundPage): Place {
  const { rows, total, isList } = listed;
  const count = rows.length;
  if (count === 0) return { total: isList ? total : null, hasNext: false };
  if (at === 0) {
    if (!isList) return { total: null, hasNext: false };
    const isOpen = total === null || mayBePageLength(total, count);
    return { total, hasNext: isOpen ? null : count < total };
  }
  const seen = at * length + count;
  const told = [total, first?.total ?? null].find((one) => one !== null && one >= seen) ?? null;
  return { total: told, hasNext: told === null ? null : seen < told };
}

/** What the next page says about the end and the total; null if it could not be read. */
function weighNext({ at, listed }: FoundPage, next: ListedRows | null): Place {
  const { rows, total } = listed;
  const hasNext = next && next.rows.length > 0 && fingerprintOf(next.rows) !== fingerprintOf(rows);
  if (at > 0) return { total: null, hasNext };
  if (hasNext === false) return { total: rows.length, hasNext };
  // A total that equals the first page's length is a real total only if no page follows.
  return { total: total === rows.length ? (next?.total ?? null) : total, hasNext };
}

/** The only page there is does not show how many rows a full one has. */
const lengthOfFirst = (
  count: number,
  { size, hasNext }: { size: number; hasNext: boolean | null },
): number => (hasNext === false ? Math.max(size, count) : count);

/** Null if the page cannot be read just now: we already have the page that was asked for, and show it. */
async function peek(ask: (page: number) => Promise<ListedRows>, page: number): Promise<ListedRows | null> {
  try {
    return await ask(page);
  } catch (error) {
    if (error instanceof PaymentServiceError) return null;
    throw error;
  }
}

/**
 * The service's total. If it gives none, a number above `cap` if rows exist past it, otherwise null. To spot
 * a service that repeats its last page past the end, we also ask for the page after.
 */
export const countRows = async (list: ListRows, query: ReportQuery, cap: number): Promise<number | null> => {
  const first = await list(query, { page: 0, size: WHOLE_PAGE });
  const onFirstPage = first.rows.length;
  if (onFirstPage === 0) return first.isList ? (first.total ?? 0) : null;
  if (!first.isList) return onFirstPage;
  if (first.total !== null && !mayBePageLength(first.total, onFirstPage)) return first.total;
  if (onFirstPage > cap) return onFirstPage;
  if (first.total !== null) {
    const { rows } = await list(query, { page: 1, size: WHOLE_PAGE });
    if (rows.length === 0) return first.total;
  }

  const page = Math.max(1, Math.floor(cap / onFirstPage));
  const past = await list(query, { page, size: WHOLE_PAGE });
  const isPast = page * onFirstPage + past.rows.length > cap && past.rows.length > 0;
  if (!isPast || fingerprintOf(past.rows) === fingerprintOf(first.rows)) return null;
  const after = await list(query, { page: page + 1, size: WHOLE_PAGE });
  const isRepeated = fingerprintOf(after.rows) === fingerprintOf(past.rows);
  return isRepeated ? null : page * onFirstPage + past.rows.length;
};
