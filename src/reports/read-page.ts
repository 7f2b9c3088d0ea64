import { PaymentServiceError, TooLargeAnswerError } from '../payment-service/index.ts';
import type { ListRows } from './list-rows.ts';
import { fingerprintOf, mayBePageLength } from './listing-progress.ts';
import { readAll } from './read-all.ts';
import type { ListedRows, ReportQuery, ReportRow } from './report-row.ts';

/** The rows from number `page * size + 1` on. */
export interface ReportPageRequest {
  /** Counted from 0, in pages of `size`. */
  page: number;
  size: number;
  /** The service's pages may be shorter or longer than `size`: reads the first one to find out. */
  isSizeDoubtful?: boolean;
}

export interface ReportPage extends Required<ReportPageRequest> {
  /**
   * At most `size`; the first is number `page * size + 1`. `page` and `size` differ from the request if the service's
   * own pages are shorter: the first requested row is then among these.
   */
  rows: ReportRow[];
  /** Known if the service reports it or the first page holds everything; never a guess. */
  total: number | null;
  /** Null: we requested the next page to find out, and that failed. */
  hasNext: boolean | null;
  /** False: the response held no list, so an empty page does not mean that no rows exist. */
  isList: boolean;
}

/**
 * One page, and whether another follows it: the service's total says so, or else we request the next page. A short page
 * is the last one only if the total or the next page says so. Of a page longer than `size`, returns only the requested
 * rows.
 */
export const readPage = async (
  list: ListRows,
  query: ReportQuery,
  request: ReportPageRequest,
): Promise<ReportPage> => {
  try {
    return await readOfService(list, query, request);
  } catch (error) {
    if (!(error instanceof TooLargeAnswerError)) throw error;
    return readOfHalves(list, query, request);
  }
};

/** A page of what is too large for one answer: reads from the beginning until it has the page, and one row after it. */
async function readOfHalves(
  list: ListRows,
  query: ReportQuery,
  { page, size }: ReportPageRequest,
): Promise<ReportPage> {
  const [from, end] = [page * size, (page + 1) * size];
  const rows: ReportRow[] = [];
  const enough = new AbortController();
  let passed = 0;
  const take = (read: ReportRow[]): void => {
    rows.push(...read.slice(Math.max(0, from - passed), Math.max(0, end - passed)));
    passed += read.length;
    if (passed > end) enough.abort();
  };
  const outcome = await readAll(list, query, take, { signal: enough.signal }).catch((error: unknown) => {
    if (!enough.signal.aborted) throw error;
    return null;
  });
  const total = outcome?.troubles.length === 0 ? passed : null;
  const isList = outcome?.troubles.includes('not-a-list') !== true;
  return { rows, page, size, isSizeDoubtful: true, total, hasNext: passed > end, isList };
}

const readOfService = async (
  list: ListRows,
  query: ReportQuery,
  request: ReportPageRequest,
): Promise<ReportPage> => {
  const { page, size } = request;
  const ask = (at: number): Promise<ListedRows> => list(query, { page: at, size });
  const found = await findPage(ask, request);
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

/** The requested rows of a longer page, and of the next one where they run into it. */
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

/** The service's page that holds the first requested row. */
interface FoundPage {
  /** Counted from 0, in pages of `length`. */
  at: number;
  /** Rows on a full page of the service; for page 0 the requested size, until we know the next page. */
  length: number;
  listed: ListedRows;
  /** The first page; null if it was not needed. */
  first: ListedRows | null;
}

async function findPage(
  ask: (page: number) => Promise<ListedRows>,
  { page, size, isSizeDoubtful }: ReportPageRequest,
): Promise<FoundPage> {
  const listed = page > 0 && isSizeDoubtful !== true ? await ask(page) : null;
  if (listed !== null && isOfSize(listed, { page, size }))
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

/** Whether a later page has as many rows as it would if every page had `size`. */
function isOfSize({ rows, total }: ListedRows, { page, size }: { page: number; size: number }): boolean {
  if (total === null) return rows.length === size;
  return rows.length === Math.min(Math.max(total - page * size, 0), size);
}

interface Place {
  total: number | null;
  /** Null: only the next page shows it. */
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
  const known = [total, first?.total ?? null].find((one) => one !== null && one >= seen) ?? null;
  return { total: known, hasNext: known === null ? null : seen < known };
}

/** `next`: null if the page could not be read. */
function weighNext({ at, listed }: FoundPage, next: ListedRows | null): Place {
  const { rows, total } = listed;
  const hasNext = next && next.rows.length > 0 && fingerprintOf(next.rows) !== fingerprintOf(rows);
  if (at > 0) return { total: null, hasNext };
  if (hasNext === false) return { total: rows.length, hasNext };
  // A total that equals the first page's length is a real total only if no page follows.
  return { total: total === rows.length ? (next?.total ?? null) : total, hasNext };
}

/** A single page does not show how many rows a full one has. */
const lengthOfFirst = (
  count: number,
  { size, hasNext }: { size: number; hasNext: boolean | null },
): number => (hasNext === false ? Math.max(size, count) : count);

/** Null if the page cannot be read: we have the requested page, and show it. */
async function peek(ask: (page: number) => Promise<ListedRows>, page: number): Promise<ListedRows | null> {
  try {
    return await ask(page);
  } catch (error) {
    if (error instanceof PaymentServiceError) return null;
    throw error;
  }
}
