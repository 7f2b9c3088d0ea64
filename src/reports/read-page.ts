import {
  type DateRange,
  type ListingPage,
  type ListPage,
  mayBePageLength,
  namePage,
  PaymentServiceError,
  readWhole,
  TooLargeAnswerError,
} from '../payment-service/index.ts';
import { nameRow } from './list-rows.ts';
import type { ReportRow } from './report-row.ts';

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
export const readPage = async (list: List, range: DateRange, first: number): Promise<ReportPage> => {
  try {
    return await readOfService((page) => list(range, { page, size: PAGE_ROWS }, false), first);
  } catch (error) {
    if (!(error instanceof TooLargeAnswerError)) throw error;
    return readOfHalves(list, range, first);
  }
};

type List = ListPage<ReportRow>;

/** A page of what is too large for one answer: reads from the beginning until it has the page, and one row after it. */
async function readOfHalves(list: List, range: DateRange, first: number): Promise<ReportPage> {
  const end = first + PAGE_ROWS;
  const rows: ReportRow[] = [];
  const enough = new AbortController();
  let passed = 0;
  const take = (read: ReportRow[]): void => {
    rows.push(...read.slice(Math.max(0, first - passed), Math.max(0, end - passed)));
    passed += read.length;
    if (passed > end) enough.abort();
  };
  const { signal } = enough;
  const whole = await readWhole(list, range, { take, nameOf: nameRow, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    return null;
  });
  const total = whole?.is === 'whole' && !whole.hasGrown ? passed : null;
  return { rows, total, hasNext: passed > end, isList: whole?.is !== 'no-list' };
}

const fingerprintOf = (rows: readonly ReportRow[]): string => namePage(rows, nameRow).page;

type Ask = (page: number) => Promise<ListingPage<ReportRow>>;

async function readOfService(ask: Ask, first: number): Promise<ReportPage> {
  const { at, length, listed, total: known } = await findPage(ask, first);
  const rows = listed.records.slice(first - at * length);
  const { hasList: isList } = listed;
  // A total that equals the first page's length may count only that page: the next page tells.
  const isDoubtful = at === 0 && mayBePageLength(known, listed.records.length);
  let total = isDoubtful ? null : known;
  let hasNext = total === null ? null : first + rows.length < total;
  let before = listed;
  for (let page = at + 1; isList && before.records.length > 0; page += 1) {
    const isFull = rows.length > PAGE_ROWS || (rows.length === PAGE_ROWS && total !== null);
    if ((isFull && !(isDoubtful && page === 1)) || hasNext === false) break;
    const next = await peek(ask, page);
    if (next === null) break;
    // A service that ignores `page`, or repeats its last one.
    const isEnd = next.records.length === 0 || fingerprintOf(next.records) === fingerprintOf(before.records);
    if (isEnd) {
      hasNext = false;
      if (page === 1) total = before.records.length;
      break;
    }
    rows.push(...next.records);
    total ??= isDoubtful && next.total !== listed.records.length ? next.total : null;
    hasNext = total === null ? null : first + rows.length < total;
    before = next;
  }
  if (rows.length > PAGE_ROWS) hasNext = true;
  else if (!isList || listed.records.length === 0) hasNext = false;
  return { rows: rows.slice(0, PAGE_ROWS), total: isList ? total : null, hasNext, isList };
}

/** The service's page that holds the first requested row. */
interface FoundPage {
  /** Counted from 0, in pages of `length`. */
  at: number;
  /** Rows on a full page of the service. */
  length: number;
  listed: ListingPage<ReportRow>;
  /** Null: the service reports none that may be true. */
  total: number | null;
}

/** The first page shows how long the service's pages are: those that it gives need not be as long as we ask for. */
async function findPage(ask: Ask, first: number): Promise<FoundPage> {
  const page = Math.floor(first / PAGE_ROWS);
  const [start, listed] = await Promise.all([ask(0), page === 0 ? null : ask(page)]);
  const length = start.records.length;
  const at = length === 0 ? 0 : Math.floor(first / length);
  if (at === 0) return { at, length, listed: start, total: start.total };
  const later = at === page && listed !== null ? listed : await ask(at);
  // A service that ignores `page` as well has only this one.
  const isRepeated =
    later.records.length > 0 && fingerprintOf(later.records) === fingerprintOf(start.records);
  const found = { ...later, records: isRepeated ? [] : later.records };
  const seen = at * length + found.records.length - 1;
  return { at, length, listed: found, total: believed(later, seen) ?? believed(start, seen) };
}

/** A later page's total may count only that page. */
const believed = ({ total }: ListingPage<ReportRow>, seen: number): number | null =>
  total !== null && total > seen ? total : null;

/** Null if the page cannot be read: we have the requested rows, and show them. */
async function peek(ask: Ask, page: number): Promise<ListingPage<ReportRow> | null> {
  try {
    return await ask(page);
  } catch (error) {
    if (error instanceof PaymentServiceError) return null;
    throw error;
  }
}
