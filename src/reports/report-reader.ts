import { createListRows, type ListingService } from './list-rows.ts';
import type { MarkOwnLinks } from './own-links.ts';
import { type ReadOptions, type ReadOutcome, readAll, type TakeRows } from './read-all.ts';
import { type ReportPage, readPage } from './read-page.ts';
import type { ReportQuery } from './report-row.ts';

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
   * Every row once, page by page. A span that ends in the future is read up to now, so that new payments do not shift the
   * pages.
   */
  readAll(query: ReportQuery, take: TakeRows, options?: ReadOptions): Promise<ReadOutcome>;
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
  const list = createListRows({ service, timeZone });
  return {
    page: async (query, first) => {
      const page = await readPage(list, query, first);
      return query.kind === 'links' ? { ...page, rows: await markOwnLinks(page.rows) } : page;
    },
    readAll: (query, take, options) =>
      readAll(
        list,
        freezeEnd(query, now()),
        async (rows) => take(query.kind === 'links' ? await markOwnLinks(rows) : rows),
        options,
      ),
  };
};

/** A query that ends no later than now, in whole seconds. A span that has not begun stays as it is. */
export const freezeEnd = ({ kind, span }: ReportQuery, now: number): ReportQuery => {
  const second = Math.floor(now / 1000) * 1000;
  return { kind, span: { from: span.from, to: Math.max(span.from, Math.min(span.to, second)) } };
};
