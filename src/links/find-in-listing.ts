import {
  formatLocalDateTime,
  type PaymentServiceClient,
  recordInvoiceId,
  type ServiceRecord,
} from '../payment-service/index.ts';

/** Asked of the service; it may give fewer a page, its largest size is not stated. */
const PAGE_SIZE = 100;
/** A window of minutes holds few links; past this many pages something else is wrong. */
const MAX_PAGES = 50;

/**
 * `absent` is said only when the listing could have shown it: a listing whose rows carry no `Invoice_Id`
 * proves nothing.
 */
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
  let rows = 0;
  let rowsWithReference = 0;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listing = await service.listLinks(range, { page, size: PAGE_SIZE });
    for (const record of listing.records) {
      const invoiceId = recordInvoiceId(record);
      if (invoiceId === search.invoiceId) return { found: 'record', record };
      if (invoiceId !== null) rowsWithReference += 1;
    }
    rows += listing.records.length;
    const isLast = listing.records.length === 0 || (listing.total !== null && rows >= listing.total);
    if (!listing.hasList) return { found: 'cannot-tell' };
    if (isLast) return { found: rows > 0 && rowsWithReference === 0 ? 'cannot-tell' : 'absent' };
  }
  return { found: 'cannot-tell' };
};
