import { createHash } from 'node:crypto';
import {
  type DateRange,
  NotFoundError,
  type PaymentServiceClient,
  type ServiceRecord,
} from '../../payment-service/index.ts';

/** Asked of the service; it may give fewer a page, its largest size is not stated. */
const PAGE_SIZE = 100;

const PAST_THE_END = { records: [], hasList: true, total: null };

/**
 * How the reading of a listing ended. `end`: with its last record. `not-a-list`: an answer held no list. `page-repeated`:
 * a page came that had come before, as of a service that does not heed `page`; what follows cannot be read. `too-few`:
 * the pages ended, and there were fewer records on them than the service had counted. `budget`: more pages than may be
 * asked for at once.
 */
export type PagesEnd = 'end' | 'not-a-list' | 'page-repeated' | 'too-few' | 'budget';

/** How many more requests may be made; counted down by whoever makes one. */
export interface RequestBudget {
  left: number;
}

/**
 * Reads a listing page by page, until an empty one: a total may be that of the page alone, or of a moment ago, and ends
 * nothing. The first one tells when records are lacking; later ones count what was made meanwhile.
 */
export const readPages = async (
  list: PaymentServiceClient['listLinks'],
  range: DateRange,
  { budget, take }: { budget: RequestBudget; take: (record: ServiceRecord) => void },
): Promise<PagesEnd> => {
  const pages = new Set<string>();
  const seen = new Set<string>();
  let rows = 0;
  let counted: number | null = null;
  for (let page = 0; ; page += 1) {
    if (budget.left <= 0) return 'budget';
    budget.left -= 1;
    const { records, hasList, total } = await list(range, { page, size: PAGE_SIZE }).catch(
      (error: unknown) => {
        // Past the last page there may be none. Where nobody counted, it may as well be a gateway that is lost.
        if (error instanceof NotFoundError && counted !== null && rows >= counted) return PAST_THE_END;
        throw error;
      },
    );
    const content = digest(records);
    if (records.length > 0 && pages.has(content)) return 'page-repeated';
    pages.add(content);
    for (const record of records) take(record);
    if (!hasList) return 'not-a-list';
    if (page === 0) counted = total;
    if (records.length === 0) return rows < (counted ?? 0) ? 'too-few' : 'end';
    // One that moved on from an earlier page is one record, and another is lacking in its stead.
    const digests = records.map(digest);
    rows += digests.filter((one) => !seen.has(one)).length;
    for (const one of digests) seen.add(one);
  }
};

const digest = (what: unknown): string => createHash('sha256').update(JSON.stringify(what)).digest('base64');
