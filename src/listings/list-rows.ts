import type { ReportKind } from '../figures/listed-row.ts';
import {
  type ListPage,
  type NameOf,
  NotFoundError,
  type PaymentServiceClient,
} from '../payment-service/index.ts';
import type { ReportRow } from './report-row.ts';
import { createRowReader } from './row-reader.ts';

export type ListingService = Pick<PaymentServiceClient, 'listTransactions' | 'listPayouts' | 'listLinks'>;

const METHODS = {
  transactions: 'listTransactions',
  payouts: 'listPayouts',
  links: 'listLinks',
} as const satisfies Record<ReportKind, keyof ListingService>;
/** "Data not found" in the service's table of codes. */
const NO_DATA = '93';

/** Requests pages of a listing. They reject with the service's error. */
export const createListRows = (
  service: ListingService,
  timeZone: string,
): ((kind: ReportKind) => ListPage<ReportRow>) => {
  const readers = {
    transactions: createRowReader('transactions', timeZone),
    payouts: createRowReader('payouts', timeZone),
    links: createRowReader('links', timeZone),
  };
  return (kind) =>
    async (range, { page, size }, isHalf) => {
      try {
        const { records, ...listed } = await service[METHODS[kind]](range, { page, size });
        return { ...listed, records: records.map(readers[kind]) };
      } catch (error) {
        if (!isNoRows(error, page > 0 || isHalf)) throw error;
        return { records: [], total: page === 0 ? 0 : null, hasList: true };
      }
    };
};

/** A plain 404 for the first page may mean a wrong path. For a later page or a half the path is right, and it means none. */
const isNoRows = (error: unknown, isPathRight: boolean): boolean =>
  error instanceof NotFoundError && (isPathRight || error.serviceCode === NO_DATA);

/** A refund under the payment's id is a row of its own. */
export const nameRow: NameOf<ReportRow> = ({ id, status, amountFils, at }) =>
  id === null ? null : `${id}\n${status}\n${amountFils}\n${at}`;
