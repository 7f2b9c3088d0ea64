import {
  formatLocalDateTime,
  type PaymentServiceClient,
  recordInvoiceId,
  type ServiceRecord,
} from '../payment-service/index.ts';
import { readPages } from './read-pages.ts';

/** A window of minutes holds few links; past this many pages something else is wrong. */
const MAX_PAGES = 50;

/** `absent` is said only when the listing could have shown it. */
export type ListingSearch =
  | { found: 'record'; record: ServiceRecord }
  | { found: 'absent' }
  | { found: 'cannot-tell' };

/** Looks for a link by its `Invoice_Id` among those made between two instants. */
export const findInListing = async (
  service: Pick<PaymentServiceClient, 'listLinks'>,
  search: { invoiceId: string; from: number; to: number; timeZone: string },
): Promise<ListingSearch> => {
  const range = {
    fromDate: formatLocalDateTime(search.from, search.timeZone),
    toDate: formatLocalDateTime(search.to, search.timeZone),
  };
  const found: ServiceRecord[] = [];
  const read = await readPages(service.listLinks, range, {
    mostPages: MAX_PAGES,
    take: (record) => recordInvoiceId(record) === search.invoiceId && found.push(record) > 0,
  });
  const [record] = found;
  if (record) return { found: 'record', record };
  return { found: read.provesAbsence ? 'absent' : 'cannot-tell' };
};
