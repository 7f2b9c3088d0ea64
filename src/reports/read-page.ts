import { PaymentServiceError, TooLargeAnswerError } from '../payment-service/index.ts';
import type { ListRows } from './list-rows.ts';
import { fingerprintOf, mayBePageLength } from './listing-progress.ts';
import { readAll } from './read-all.ts';
import type { ListedRows, ReportQuery, ReportRow } from './report-row.ts';

/** Rows of one page: as many as a message's table shows well, with most columns of most services. */
export const PAGE_ROWS = 10;

export interface ReportPage {
  /** At most `PAGE_ROWS`, from the requested one on. */
  rows: ReportRow[];
  /** Known if the service reports it or the first page holds everything; never a guess. */
  total: number | null;
  /** Null: we requested the next page to find out, and that failed. */
  hasNext: boolean | null;
  /** False: the response held no list, so an empty page does not mean that no rows exist. */
  isList: boolean;
}

/** The rows after the first `first` ones, and whether more follow: the service's total says so, or its next page. */
export const readPage = async (list: ListRows, query: ReportQuery, first: number): Promise<ReportPage> => {
  try {
    return await readOfService((page) => list(query, { page, size: PAGE_ROWS }), first);
  } catch (error) {
    if (!(error instanceof TooLargeAnswerError)) throw error;
    return readOfHalves(list, query, first);
  }
};

/** A page of what is too large for one answer: reads from the beginning until it has the page, and one row after it. */
async function readOfHalves(list: ListRows, query: ReportQuery, first: number): Promise<ReportPage> {
  const end = first + PAGE_ROWS;
  const rows: ReportRow[] = [];
  const enough = new AbortController();
  let passed = 0;
  const take = (read: ReportRow[]): void => {
    rows.push(...read.slice(Math.max(0, first - passed), Math.max(0, end - passed)));
    passed += read.length;
    if (passed > end) enough.abort();
  };
  const outcome = await readAll(list, query, take, { signal: enough.signal }).catch((error: unknown) => {
    if (!enough.signal.aborted) throw error;
    return null;
  });
  const total = outcome?.troubles.length === 0 ? passed : null;
  return { rows, total, hasNext: passed > end, isList: outcome?.troubles.includes('not-a-list') !== true };
}

type Ask = (page: number) => Promise<ListedRows>;

async function readOfService(ask: Ask, first: number): Promise<ReportPage> {
  const { at, length, listed, total: known } = await findPage(ask, first);
  const rows = listed.rows.slice(first - at * length);
  const { isList } = listed;
  // A total that equals the first page's length may count only that page: the next page tells.
  const isDoubtful = at === 0 && known !== null && mayBePageLength(known, listed.rows.length);
  let total = isDoubtful ? null : known;
  let hasNext = total === null ? null : first + rows.length < total;
  let before = listed;
  for (let page = at + 1; isList && before.rows.length > 0; page += 1) {
    const isFull = rows.length > PAGE_ROWS || (rows.length === PAGE_ROWS && total !== null);
    if ((isFull && !(isDoubtful && page === 1)) || hasNext === false) break;
    const next = await peek(ask, page);
    if (next === null) break;
    // A service that ignores `page`, or repeats its last one.
    const isEnd = next.rows.length === 0 || fingerprintOf(next.rows) === fingerprintOf(before.rows);
    if (isEnd) {
      hasNext = false;
      if (page === 1) total = before.rows.length;
      break;
    }
    rows.push(...next.rows);
    total ??= isDoubtful && next.total !== listed.rows.length ? next.total : null;
    hasNext = total === null ? null : first + rows.length < total;
    before = next;
  }
  if (rows.length > PAGE_ROWS) hasNext = true;
  else if (!isList || listed.rows.length === 0) hasNext = false;
  return { rows: rows.slice(0, PAGE_ROWS), total: isList ? total : null, hasNext, isList };
}

/** The service's page that holds the first requested row. */
interface FoundPage {
  /** Counted from 0, in pages of `length`. */
  at: number;
  /** Rows on a full page of the service. */
  length: number;
  listed: ListedRows;
  /** Null: the service reports none that may be true. */
  total: number | null;
}

/** The first page shows how long the service's pages are: those that it gives need not be as long as we ask for. */
async function findPage(ask: Ask, first: number): Promise<FoundPage> {
  const page = Math.floor(first / PAGE_ROWS);
  const [start, listed] = await Promise.all([ask(0), page === 0 ? null : ask(page)]);
  const length = start.rows.length;
  const at = length === 0 ? 0 : Math.floor(first / length);
  if (at === 0) return { at, length, listed: start, total: start.total };
  const later = at === page && listed !== null ? listed : await ask(at);
  // A service that ignores `page` as well has only this one.
  const isRepeated = later.rows.length > 0 && fingerprintOf(later.rows) === fingerprintOf(start.rows);
  const found = { ...later, rows: isRepeated ? [] : later.rows };
  const seen = at * length + found.rows.length - 1;
  return { at, length, listed: found, total: believed(later, seen) ?? believed(start, seen) };
}

/** A later page's total may count only that page. */
const believed = ({ total }: ListedRows, seen: number): number | null =>
  total !== null && total > seen ? total : null;

/** Null if the page cannot be read: we have the requested rows, and show them. */
async function peek(ask: Ask, page: number): Promise<ListedRows | null> {
  try {
    return await ask(page);
  } catch (error) {
    if (error instanceof PaymentServiceError) return null;
    throw error;
  }
}
