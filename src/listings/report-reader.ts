import { toDateRange } from '../calendar/date-span.ts';
import { type ReadOptions, readWhole, type Whole } from '../payment-service/index.ts';
import { createListRows, type ListingService, nameRow } from './list-rows.ts';
import type { MarkOwnLinks } from './own-links.ts';
import { type ReportPage, readRowsAfter } from './read-page.ts';
import type { ListedRows, ReportQuery, ReportRow } from './report-row.ts';

/** `account`: reads only that one; absent: whatever account is confirmed. */
export type ReaderOf = (teamId: string, account?: string | null) => ReportReader;

/** The one way to the service's listings. Every method rejects with the service's error. */
export interface ReportReader {
  /**
   * The page after the first `first` rows. Makes one more call if the response does not say whether rows follow, and more if
   * the service's pages have another length. Rows added between two presses push the others along, just as they do in the
   * service.
   */
  page(query: ReportQuery, first: number): Promise<ReportPage>;
  /**
   * Every row once, page by page; reading waits for what is done with a page. A span that ends in the future is read up to now, so
   * that new payments do not shift the pages.
   */
  eachPage(query: ReportQuery, take: (rows: ReportRow[]) => unknown, options?: ReadOptions): Promise<Whole>;
  /** The same rows together, for sums: without those of an answer that is no list, or of more than are of use. */
  allRows(query: ReportQuery, options?: ReadOptions): Promise<ListedRows>;
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
  const listOf = createListRows(service, timeZone);
  const eachPage: ReportReader['eachPage'] = (query, take, options) => {
    const { kind, span } = freezeEnd(query, now());
    return readWhole(listOf(kind), toDateRange(span, timeZone), {
      ...options,
      nameOf: nameRow,
      take: async (rows) => take(kind === 'links' ? await markOwnLinks(rows) : rows),
    });
  };
  return {
    page: async ({ kind, span }, first) => {
      const page = await readRowsAfter(listOf(kind), toDateRange(span, timeZone), first);
      return kind === 'links' ? { ...page, rows: await markOwnLinks(page.rows) } : page;
    },
    eachPage,
    allRows: async (query, options) => {
      const rows: ReportRow[] = [];
      // A page may be longer than a call takes arguments.
      const take = (some: ReportRow[]) => {
        for (const row of some) rows.push(row);
      };
      const { is } = await eachPage(query, take, options);
      return is === 'whole' || is === 'moved' ? { is, rows } : { is };
    },
  };
};

/** A query that ends no later than now, in whole seconds. A span that has not begun stays as it is. */
export const freezeEnd = ({ kind, span }: ReportQuery, now: number): ReportQuery => {
  const second = Math.floor(now / 1000) * 1000;
  return { kind, span: { from: span.from, to: Math.max(span.from, Math.min(span.to, second)) } };
};
