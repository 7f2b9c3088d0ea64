import type { ListingService } from './list-rows.ts';
import type { ReadOutcome, ReadRowsOptions } from './read-rows.ts';
import type { ReportQuery, ReportRow } from './report-row.ts';

export type { ReadOutcome, ReadTrouble } from './read-rows.ts';
export { ReportInterrupted } from './report-interrupted.ts';

export interface ReportPage {
  rows: ReportRow[];
  /** As asked for. */
  page: number;
  size: number;
  /** When the service told it, or when the first page is all there is; never a guess. */
  total: number | null;
  /** Null: the next page was asked to know, and did not come. */
  hasNext: boolean | null;
  /** Rows on a full page by what the service gives: the first row of this page is number `page * sizeGiven + 1`. */
  sizeGiven: number;
  /** False: the answer held no list, so that no rows does not mean that there are none. */
  isList: boolean;
}

/** Everything rejects with the service's error, `all` with `ReportInterrupted` around it. */
export interface ReportReader {
  /**
   * One page as asked for, with one call more where its answer alone does not say whether a page follows, and one
   * where it does not say how long pages are. The span is read as it stands: rows that are made between two presses
   * push the others on, as they do in the service.
   */
  page(query: ReportQuery, at: { page: number; size: number }): Promise<ReportPage>;
  /**
   * Every row once, in the service's order: a batch for each page, empty where a page brought nothing new. A span
   * that ends in the future is read until now, which keeps the pages still while payments go on.
   */
  all(query: ReportQuery, options?: ReadRowsOptions): AsyncGenerator<ReportRow[], ReadOutcome>;
  /**
   * How many rows there are: the service's total, or a number above `cap` where a probe finds rows past it. Null:
   * not known, and not above `cap`. Four calls at most.
   */
  count(query: ReportQuery, cap: number): Promise<number | null>;
}

export const createReportReader = ({
  service,
  timeZone,
  now,
}: {
  service: ListingService;
  timeZone: string;
  now: () => number;
}): ReportReader => {
  // Loaded at the first report: a start does not wait for it.
  const list = async () => (await import('./list-rows.ts')).createListRows({ service, timeZone });
  return {
    page: async (query, at) => (await import('./read-page.ts')).readPage(await list(), query, at),
    all: async function* (query, options = {}) {
      const { readRows } = await import('./read-rows.ts');
      return yield* readRows(await list(), freezeEnd(query, now()), options);
    },
    count: async (query, cap) =>
      (await import('./count-rows.ts')).countRows(await list(), freezeEnd(query, now()), cap),
  };
};

/** The query with its end no later than now, in whole seconds; a span that has not begun stays as it is. */
export const freezeEnd = ({ kind, span }: ReportQuery, now: number): ReportQuery => {
  const second = Math.floor(now / 1000) * 1000;
  return { kind, span: { from: span.from, to: Math.max(span.from, Math.min(span.to, second)) } };
};
