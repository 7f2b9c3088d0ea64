import { type ListingPage, NotFoundError, type PaymentServiceClient } from '../payment-service/index.ts';
import { type DateSpan, toDateRange } from './date-span.ts';
import { readDateWords } from './date-words.ts';
import type { ReportReader } from './report-reader.ts';
import { createRowReader, type ReportKind, type ReportQuery, type ReportRow } from './report-row.ts';

/** From the nearest to the widest; each costs one call for one row. */
const CANDIDATES = ['last 7 days', 'this month', 'last month', 'this year'] as const;

export interface NearestRows {
  span: DateSpan;
  /** As the service reported it; null if it did not. */
  total: number | null;
}

/**
 * When a range has no rows: a range close to now that does. Null if nothing up to this year has any. Throws
 * the service's error.
 */
export const findNearestRows = async (
  query: ReportQuery,
  { reader, now, timeZone }: { reader: Pick<ReportReader, 'page'>; now: number; timeZone: string },
): Promise<NearestRows | null> => {
  const empty: DateSpan[] = [query.span];
  for (const words of CANDIDATES) {
    const { span } = readDateWords(words, { now, timeZone });
    if (span === null || empty.some((known) => known.from <= span.from && span.to <= known.to)) continue;
    const { rows, total } = await reader.page({ kind: query.kind, span }, { page: 0, size: 1 });
    if (rows.length > 0) return { span, total };
    empty.push(span);
  }
  return null;
};

export type ListingService = Pick<PaymentServiceClient, 'listTransactions' | 'listPayouts' | 'listLinks'>;

/** One answer from the service. */
export interface ListedRows {
  rows: ReportRow[];
  /** As this answer reported it. */
  total: number | null;
  /** Whether the answer held a list, even an empty one. */
  isList: boolean;
}

/** Asks for one page and returns its rows. Rejects with the service's error. */
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
  } satisfies Record<ReportKind, unknown>;
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

/** A plain 404 for the first page may mean a wrong path. For a later page the path was right, so it means the end. */
const isNoRows = (error: unknown, page: number): boolean =>
  error instanceof NotFoundError && (page > 0 || error.serviceCode === NO_DATA);
