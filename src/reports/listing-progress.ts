import { createHash } from 'node:crypto';
import type { ListedRows, ReportRow } from './report-row.ts';

/**
 * What went wrong while reading every page. `page-repeated`: the service sent a page twice; it counts once. `shrunk`:
 * it sent fewer rows than it had reported. `grew`: it reported or sent more than at first. `moved`: a row came on two
 * pages, and without a total nobody knows whether another came on none. `not-a-list`: a response held no list.
 */
export type ReadTrouble = 'page-repeated' | 'shrunk' | 'grew' | 'moved' | 'not-a-list';

interface ListingProgress {
  /** Whether the page came before, and is worth another request. A repeat also counts as a trouble. */
  isRepeated(listed: ListedRows): boolean;
  /** `rows`: the new rows on the page; null for the empty page at the end. */
  add(page: number, listed: ListedRows): { rows: ReportRow[] | null; isEnd: boolean };
  total(): number | null;
  /** By the service's total; null without a total that we can trust. */
  lastPage(): number | null;
  troubles(): ReadTrouble[];
}

/** This many empty or repeated pages in a row end the listing, whatever its total says. */
const MOST_IDLE = 2;
/** So do this many pages in a row with only rows of earlier pages, in another order. */
const MOST_STALE = 32;

/** The interface's default size, and the smallest page we expect from a service that ignores `size`. */
const SMALLEST_FULL_PAGE = 10;

/** A total that equals the number of rows on the first page may count only that page; the next page tells. */
export const mayBePageLength = (total: number, rows: number): boolean =>
  total === rows && rows >= SMALLEST_FULL_PAGE;

/** Judges the pages of one listing in order. */
export const createListingProgress = (size: number): ListingProgress => {
  const seen = createSeenRows();
  const troubles = new Set<ReadTrouble>();
  let total: number | null = null;
  /** The total may count only the first page. */
  let isDoubtful = false;
  /** Rows on a full page, which may be fewer than we ask for. */
  let pageLength = size;
  let rows = 0;
  let idle = 0;
  let stale = 0;
  let wasNoList = false;

  const isComplete = (): boolean => total !== null && !isDoubtful && rows === total;
  const lastPage = (): number | null =>
    total === null || isDoubtful ? null : Math.ceil(total / pageLength) - 1;

  const updateTotal = (reported: number | null): void => {
    if (reported === null) return;
    if (total !== null && reported < total) troubles.add('shrunk');
    if (total !== null && reported > total) troubles.add('grew');
    total = reported;
  };
  const dropDoubtfulTotal = (): void => {
    if (isDoubtful) total = null;
    isDoubtful = false;
  };
  /**
   * Only their page identifies rows without an id, so on a repeated page they count only if the total has room for
   * them.
   */
  const freshOf = (listed: ListedRows, isRepeated: boolean): ReportRow[] => {
    if (!isRepeated) return seen.add(listed.rows);
    const unnamed = listed.rows.filter(({ id }) => id === null);
    return total !== null && !isDoubtful && rows + unnamed.length <= total ? unnamed : [];
  };
  const finish = (): { rows: null; isEnd: true } => {
    isDoubtful = false;
    return { rows: null, isEnd: true };
  };

  return {
    isRepeated: (listed) => {
      const isRepeated = listed.rows.length > 0 && idle === 0 && seen.hasPage(listed.rows);
      if (isRepeated) troubles.add('page-repeated');
      return isRepeated;
    },
    add: (page, listed) => {
      const isFirst = page === 0;
      if (isFirst && !listed.isList) {
        troubles.add('not-a-list');
        rows = listed.rows.length;
        return { rows: listed.rows, isEnd: true };
      }
      if (listed.rows.length === 0) {
        if (isFirst) updateTotal(listed.total);
        idle += 1;
        const last = lastPage();
        const mayFollow = listed.isList ? last !== null && page < last && !isComplete() : page > 0;
        wasNoList ||= !listed.isList;
        return idle < MOST_IDLE && mayFollow ? { rows: [], isEnd: false } : finish();
      }
      if (wasNoList) troubles.add('not-a-list');
      wasNoList = false;
      if (!isFirst) dropDoubtfulTotal();
      updateTotal(listed.total);
      if (isFirst) {
        isDoubtful = total !== null && mayBePageLength(total, listed.rows.length);
        const hasMore = total === null || total > listed.rows.length;
        pageLength = hasMore ? listed.rows.length : size;
      }
      const isRepeated = seen.hasPage(listed.rows);
      const fresh = freshOf(listed, isRepeated);
      if (!isRepeated && total === null && fresh.length < listed.rows.length) troubles.add('moved');
      rows += fresh.length;
      idle = fresh.length === 0 && isRepeated ? idle + 1 : 0;
      stale = fresh.length === 0 ? stale + 1 : 0;
      return { rows: fresh, isEnd: isComplete() || idle >= MOST_IDLE || stale >= MOST_STALE };
    },
    total: () => total,
    lastPage,
    troubles: () => {
      const found = new Set(troubles);
      if (total !== null && rows < total && !found.has('grew')) found.add('shrunk');
      if (total !== null && rows > total) found.add('grew');
      return [...found];
    },
  };
};

/** Pages whose rows we remember one by one: a listing shifts only by the few rows that are added while it is read. */
const RECENT_PAGES = 32;

interface SeenRows {
  /** Whether an earlier page had the same rows in the same order. */
  hasPage(rows: readonly ReportRow[]): boolean;
  /** Remembers a page and returns its rows without those of earlier pages. */
  add(rows: readonly ReportRow[]): ReportRow[];
}

/**
 * Recognises rows that the listing repeats. A row is the same if its id, state, amount and time are: a refund under
 * the payment's id is a row of its own. A row without an id is recognised only with its whole page. Keeps a hash per
 * page and the rows of the latest few.
 */
const createSeenRows = (): SeenRows => {
  const pages = new Set<string>();
  const recent = new Set<string>();
  const keysByPage: string[][] = [];
  const known = new WeakMap<readonly ReportRow[], PageKeys>();
  const keysOf = (rows: readonly ReportRow[]): PageKeys => {
    const keys = known.get(rows) ?? buildKeys(rows);
    known.set(rows, keys);
    return keys;
  };
  return {
    hasPage: (rows) => pages.has(keysOf(rows).page),
    add: (rows) => {
      const keys = keysOf(rows);
      pages.add(keys.page);
      // Compared only with earlier pages: if one page holds a row twice, the service means it.
      const fresh = rows.filter((_, index) => !recent.has(keys.rows[index] ?? NO_KEY));
      const added = keys.rows.filter((key) => key !== NO_KEY && !recent.has(key));
      for (const key of added) recent.add(key);
      keysByPage.push(added);
      if (keysByPage.length > RECENT_PAGES) for (const key of keysByPage.shift() ?? []) recent.delete(key);
      return fresh;
    },
  };
};

/** The same rows in the same order give the same text. */
export const fingerprintOf = (rows: readonly ReportRow[]): string => buildKeys(rows).page;

interface PageKeys {
  rows: readonly string[];
  page: string;
}

const NO_KEY = '';

function buildKeys(rows: readonly ReportRow[]): PageKeys {
  const keys = rows.map(({ id, status, amountFils, at }) =>
    id === null ? NO_KEY : `${id}\n${status}\n${amountFils}\n${at}`,
  );
  const whole = keys.map((key, index) => (key === NO_KEY ? JSON.stringify(rows[index]?.fields) : key));
  return { rows: keys, page: createHash('sha1').update(JSON.stringify(whole)).digest('base64') };
}
