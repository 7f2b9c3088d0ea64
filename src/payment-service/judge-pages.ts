import { hash } from 'node:crypto';
import type { ServiceRecord } from './record-fields.ts';
import type { ListingPage } from './records.ts';

/** Rows of two pages with the same name are one. Null: only its whole page tells a row from others. */
export type NameOf<Row> = (row: Row) => string | null;

export type ListedRow = Pick<ServiceRecord, 'fields'>;

/** Rows requested at a time. The interface does not state the largest `size`; the service may send fewer. */
export const WHOLE_PAGE = 100;

/** This many empty or repeated pages in a row end the listing, whatever its total says. */
const MOST_IDLE = 2;
/** So do this many pages in a row with only rows of earlier pages, in another order. */
const MOST_STALE = 32;

/** The interface's default size, and the smallest page we expect from a service that ignores `size`. */
const SMALLEST_FULL_PAGE = 10;

/** A total that equals the number of rows on the first page may count only that page; the next page tells. */
const mayBePageLength = (total: number | null, rows: number): boolean =>
  total === rows && rows >= SMALLEST_FULL_PAGE;

/** Judges the pages of one listing in order. `isProof`: see `readWhole`. */
export const createPageJudge = <Row extends ListedRow>(
  nameOf: NameOf<Row>,
  { isProof }: { isProof: boolean },
) => {
  const names = new Set<string>();
  const pages = new Set<string>();
  const known = new WeakMap<readonly Row[], PageNames<Row>>();
  let first: number | null = null;
  let total: number | null = null;
  /** Totals may count pages: none is believed. */
  let isDoubtful = false;
  /** Rows on a full page, which may be fewer than we ask for. */
  let pageLength = WHOLE_PAGE;
  let rows = 0;
  let idle = 0;
  let stale = 0;
  let wasNoList = false;
  let isNoList = false;
  let cameAgain = false;
  /** That the last page was the last is shown, where it has to be. */
  let isEndSeen = !isProof;

  const namesOf = (records: readonly Row[]): PageNames<Row> => {
    const found = known.get(records) ?? namePage(records, nameOf);
    known.set(records, found);
    return found;
  };
  const isCounted = (): boolean => first !== null && rows >= first;
  const isComplete = (): boolean => !isProof && !isDoubtful && rows === total;
  const lastPage = (): number => (isDoubtful ? 0 : Math.ceil((total ?? 0) / pageLength) - 1);

  const updateTotal = (reported: number | null): void => {
    if (isDoubtful || reported === null) return;
    first ??= reported;
    total = reported;
  };
  /**
   * Compared only with earlier pages: if one page holds a row twice, the service means it. Rows without a name count on a
   * repeated page only if the total has room for them.
   */
  const freshOf = (named: readonly NamedRow<Row>[], isRepeated: boolean): NamedRow<Row>[] => {
    const unnamed = named.filter(({ isSure }) => !isSure).length;
    const hasRoom = rows + unnamed <= (total ?? 0);
    return named.filter(({ name, isSure }) => (isSure ? !names.has(name) : !isRepeated || hasRoom));
  };
  const take = (fresh: NamedRow<Row>[]): NamedRow<Row>[] => {
    for (const { name } of fresh) names.add(name);
    rows += fresh.length;
    return fresh;
  };

  return {
    /** Of all rows until now. */
    names,
    total: () => total,
    /** By the service's total; 0 or less without a total that we can trust. */
    lastPage,
    /** All rows came that the service had counted at first. */
    isCounted,
    /** The page came before, and nothing explains it: another answer may be right. */
    isWorthAsking: (records: readonly Row[]): boolean =>
      idle === 0 && !isCounted() && pages.has(namesOf(records).page),
    /** The page's new rows. */
    add: (page: number, { records, hasList, total: reported }: ListingPage<Row>): Judged<Row> => {
      const { rows: named, page: content } = namesOf(records);
      if (page === 0 && !hasList) {
        isNoList = true;
        return { rows: take([...named]), isEnd: true };
      }
      if (records.length === 0) {
        if (page === 0) updateTotal(reported);
        idle += 1;
        const mayFollow = hasList ? page < lastPage() && !isComplete() : !isProof;
        wasNoList ||= !hasList;
        isNoList ||= isProof && !hasList;
        isDoubtful &&= mayFollow;
        isEndSeen ||= hasList;
        return { rows: [], isEnd: idle >= MOST_IDLE || !mayFollow };
      }
      isNoList ||= wasNoList;
      const isRepeated = pages.has(content);
      // A full page may be what it counts.
      const isFull = records.length === WHOLE_PAGE || records.length === SMALLEST_FULL_PAGE;
      if (isDoubtful && (!isRepeated || isFull)) first = total = null;
      updateTotal(reported);
      if (page === 0) {
        isDoubtful = mayBePageLength(total, records.length);
        pageLength = records.length;
      }
      const fresh = take(freshOf(named, isRepeated));
      pages.add(content);
      cameAgain ||= fresh.length < records.length;
      idle = fresh.length === 0 && isRepeated ? idle + 1 : 0;
      stale = fresh.length === 0 ? stale + 1 : 0;
      // It ignores `page`.
      isEndSeen ||= idle >= MOST_IDLE && pages.size === 1;
      return { rows: fresh, isEnd: isComplete() || idle >= MOST_IDLE || stale >= MOST_STALE };
    },
    /** Of a listing that has ended. Without a total, a row that came again may have come in another's place. */
    verdict: (): 'whole' | 'moved' | 'no-list' => {
      if (isNoList) return 'no-list';
      return isEndSeen && (first === null ? !cameAgain : isCounted()) ? 'whole' : 'moved';
    },
    hasGrown: (): boolean => first !== null && (rows > first || (total ?? 0) > first),
  };
};

interface Judged<Row> {
  rows: NamedRow<Row>[];
  isEnd: boolean;
}

interface NamedRow<Row> {
  row: Row;
  name: string;
  /** False: other rows may have the same name. */
  isSure: boolean;
}

interface PageNames<Row> {
  rows: readonly NamedRow<Row>[];
  /** The same rows in the same order give the same text. */
  page: string;
}

const digest = (text: string): string => hash('sha1', text, 'base64');

const namePage = <Row extends ListedRow>(records: readonly Row[], nameOf: NameOf<Row>): PageNames<Row> => {
  const rows = records.map((row) => {
    const name = nameOf(row);
    return { row, name: digest(name ?? JSON.stringify(row.fields)), isSure: name !== null };
  });
  return { rows, page: digest(rows.map(({ name }) => name).join()) };
};
