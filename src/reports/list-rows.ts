import { toDateRange } from '../calendar/date-span.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import { type ListingPage, NotFoundError, type PaymentServiceClient } from '../payment-service/index.ts';
import type { ListedRows, ReportQuery } from './report-row.ts';
import { createRowReader } from './row-reader.ts';

export type ListingService = Pick<PaymentServiceClient, 'listTransactions' | 'listPayouts' | 'listLinks'>;

/** Requests one page. Rejects with the service's error. */
export type ListRows = (
  query: ReportQuery,
  at: { page: number; size: number; isHalf?: boolean },
) => Promise<ListedRows>;

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
  return async ({ kind, span }, { page, size, isHalf = false }) => {
    let listing: ListingPage;
    try {
      listing = await service[METHODS[kind]](toDateRange(span, timeZone), { page, size });
    } catch (error) {
      if (!isNoRows(error, page > 0 || isHalf)) throw error;
      return { rows: [], total: page === 0 ? 0 : null, isList: true };
    }
    return {
      rows: listing.records.map(readers[kind]),
      total: listing.total,
      isList: listing.hasList,
    };
  };
};

/** A plain 404 for the first page may mean a wrong path. For a later page or a half the path is right, and it means none. */
const isNoRows = (error: unknown, isPathRight: boolean): boolean =>
  error instanceof NotFoundError && (isPathRight || error.serviceCode === NO_DATA);
