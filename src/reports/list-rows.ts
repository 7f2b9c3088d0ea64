import { type ListingPage, NotFoundError, type PaymentServiceClient } from '../payment-service/index.ts';
import { toDateRange } from './date-span.ts';
import type { ReportKind, ReportQuery, ReportRow } from './report-row.ts';
import { createRowReader } from './row-reader.ts';

export type ListingService = Pick<PaymentServiceClient, 'listTransactions' | 'listPayouts' | 'listLinks'>;

/** One response from the service. */
export interface ListedRows {
  rows: ReportRow[];
  /** As this response reports it. */
  total: number | null;
  /** Whether the response held a list, even an empty one. */
  isList: boolean;
}

/** Requests one page. Rejects with the service's error. */
export type ListRows = (query: ReportQuery, at: { page: number; size: number }) => Promise<ListedRows>;

const METHODS = {
  transactions: 'listTransactions',
  payouts: 'listPayouts',
  links: 'listLinks',
} as const satisfies Record<ReportKind, keyof ListingService>;
/** "Data not found" in the service's table of codes. */
const NO_DATA = '93';

export const createListRows = ({
  service,
  timeZone,
}: {
  service: ListingService;
  timeZone: string;
}): ListRows => {
  const readers = {
    transactions: createRowReader('transactions', timeZone),
    payouts: createRowReader('payouts', timeZone),
    links: createRowReader('links', timeZone),
  };
  return async ({ kind, span }, at) => {
    let listing: ListingPage;
    try {
      listing = await service[METHODS[kind]](toDateRange(span, timeZone), at);
    } catch (error) {
      if (!isNoRows(error, at.page)) throw error;
      return { rows: [], total: at.page === 0 ? 0 : null, isList: true };
    }
    return {
      rows: listing.records.map(readers[kind]),
      total: listing.total,
      isList: listing.hasList,
    };
  };
};

/** A plain 404 for the first page may mean a wrong path. For a later page it means the end: the path was right. */
const isNoRows = (error: unknown, page: number): boolean =>
  error instanceof NotFoundError && (page > 0 || error.serviceCode === NO_DATA);
