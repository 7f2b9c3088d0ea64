import type { MarkOwnLinks } from './own-links.ts';
import type { ReportPage, ReportPageRequest } from './read-page.ts';
import type { ListingService, ReadOutcome, ReadRowsOptions } from './read-rows.ts';
import type { ReportQuery, ReportRow } from './report-row.ts';

/** Every method rejects with the service's error; `all` wraps it in `ReportInterrupted`. */
/** `account`: reads only that one; absent: whatever account is confirmed. */
export type ReaderOf = (teamId: string, account?: string | null) => ReportReader;

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
  /** Rows that were read before, as `all` returns them. */
  mark(kind: ReportQuery['kind'], rows: readonly ReportRow[]): Promise<readonly ReportRow[]>;
}

export const createReportReader = ({
  service,
  timeZone,
  now,
  markOwnLinks = async (rows) => [...rows],
}: {
  service: ListingService;
  timeZone: string;
  now: () => number;
  /** Absent: there is no store to ask. */
  markOwnLinks?: MarkOwnLinks;
}): ReportReader => {
  const mark: ReportReader['mark'] = async (kind, rows) => (kind === 'links' ? markOwnLinks(rows) : rows);
  // Loaded with the first report: startup does not need it.
  const list = async () => (await import('./read-rows.ts')).createListRows({ service, timeZone });
  return {
    page: async (query, request) => {
      const page = await (await import('./read-page.ts')).readPage(await list(), query, request);
      return { ...page, rows: [...(await mark(query.kind, page.rows))] };
    },
    async *all(query, options = {}) {
      const { readRows } = await import('./read-rows.ts');
      const reading = readRows(await list(), freezeEnd(query, now()), options);
      try {
        for (;;) {
          const step = await reading.next();
          if (step.done) return step.value;
          yield [...(await mark(query.kind, step.value))];
        }
      } finally {
        await reading.return(NOT_READ_ON);
      }
    },
    count: async (query, cap) =>
      (await import('./read-page.ts')).countRows(await list(), freezeEnd(query, now()), cap),
    mark,
  };
};

/** Nobody reads the outcome of a reading that was broken off. */
const NOT_READ_ON: ReadOutcome = { rows: 0, total: null, troubles: [] };

/** A query that ends no later than now, in whole seconds. A span that has not begun stays as it is. */
export const freezeEnd = ({ kind, span }: ReportQuery, now: number): ReportQuery => {
  const second = Math.floor(now / 1000) * 1000;
  return { kind, span: { from: span.from, to: Math.max(span.from, Math.min(span.to, second)) } };
};
