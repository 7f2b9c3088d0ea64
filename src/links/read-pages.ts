import {
  type DateRange,
  type PaymentServiceClient,
  recordInvoiceId,
  type ServiceRecord,
} from '../payment-service/index.ts';

/** Asked of the service; it may give fewer a page, its largest size is not stated. */
const PAGE_SIZE = 100;

export interface PagesRead {
  /** The listing was read to its end. */
  isComplete: boolean;
  /**
   * What was not there is not: it was read to its end, and its rows carry references. A listing whose rows
   * carry no `Invoice_Id` proves nothing.
   */
  provesAbsence: boolean;
}

/** Reads a listing page by page until its end, until `take` says true, or for `mostPages`. */
export const readPages = async (
  list: PaymentServiceClient['listLinks'],
  range: DateRange,
  { mostPages, take }: { mostPages: number; take: (record: ServiceRecord) => boolean },
): Promise<PagesRead> => {
  const unfinished = { isComplete: false, provesAbsence: false };
  let rows = 0;
  let hasReferences = false;
  for (let page = 0; page < mostPages; page += 1) {
    const listing = await list(range, { page, size: PAGE_SIZE });
    for (const record of listing.records) {
      hasReferences ||= recordInvoiceId(record) !== null;
      if (take(record)) return unfinished;
    }
    rows += listing.records.length;
    if (!listing.hasList) return unfinished;
    const isLast = listing.records.length === 0 || (listing.total !== null && rows >= listing.total);
    if (isLast) return { isComplete: true, provesAbsence: rows === 0 || hasReferences };
  }
  return unfinished;
};
