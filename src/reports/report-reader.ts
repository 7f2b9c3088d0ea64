import type { ReportPage, ReportPageRequest } from './read-page.ts';
import type { ListingService, ReadOutcome, ReadRowsOptions } from './read-rows.ts';
import type { ReportQuery, ReportRow } from './report-row.ts';

/** Every method rejects with the service's error; `all` wraps it in `ReportInterrupted`. */
export interface ReportReader {
  /**
   * One page. Makes one more call if the response does not say whether a page follows, and up to two if the service's
   * pages have another length. Rows added between two presses push the others along, just as they do in the service.
   */
  page(query: ReportQuery, request: ReportPageRequest): Promise<ReportPage>;
  /**
   * Every row once, in the service's order: one batch per page, empty if a page has nothing new. A span that ends in
   * the future is read up to now, so that new payments do not shift the pages.
   */
  all(query: ReportQuery, options?: ReadRowsOptions): AsyncGenerator<ReportRow[], ReadOutcome>;
  /**
   * How many rows there are: the service's total, or a number above `cap` if there are rows past it. Null: unknown, but
   * not above `cap`. At most four calls.
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
  // Loaded with the first report: startup does not need it.
  const list = async () => (await import('./read-rows.ts')).createListRows({ service, timeZone });
  return {
    page: async (query, request) => (await import('./read-page.ts')).readPage(await list(), query, request),
    all: async function* (query, options = {}) {
      const { readRows } = await import('./read-rows.ts');
      return yield* readRows(await list(), freezeEnd(query, now()), options);
    },
    count: async (query, cap) =>
      (await import('./read-page.ts')).countRows(await list(), freezeEnd(query, now()), cap),
  };
};

/** A query that ends no later than now, in whole seconds. A span that has not begun stays as it is. */
export const freezeEnd = ({ kind, span }: ReportQuery, now: number): ReportQuery => {
  const second = Math.floor(now / 1000) * 1000;
  return { kind, span: { from: span.from, to: Math.max(span.from, Math.min(span.to, second)) } };
};
