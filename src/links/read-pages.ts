import { createHash } from 'node:crypto';
import type { DateRange, PaymentServiceClient, ServiceRecord } from '../payment-service/index.ts';

/** Asked of the service; it may give fewer a page, its largest size is not stated. */
const PAGE_SIZE = 100;

/**
 * How the reading of a listing ended. `end`: with its last record. `not-a-list`: an answer held no list. `page-repeated`:
 * a page came that had come before, as of a service that does not heed `page`; what follows cannot be read.
 * `budget`: more pages than may be asked for at once.
 */
export type PagesEnd = 'end' | 'not-a-list' | 'page-repeated' | 'budget';

/** How many more requests may be made; counted down by whoever makes one. */
export interface RequestBudget {
  left: number;
}

/** Reads a listing page by page. */
export const readPages = async (
  list: PaymentServiceClient['listLinks'],
  range: DateRange,
  { budget, take }: { budget: RequestBudget; take: (record: ServiceRecord) => void },
): Promise<PagesEnd> => {
  const seen = new Set<string>();
  let rows = 0;
  for (let page = 0; ; page += 1) {
    if (budget.left <= 0) return 'budget';
    budget.left -= 1;
    const { records, hasList, total } = await list(range, { page, size: PAGE_SIZE });
    const content = digest(records);
    if (records.length > 0 && seen.has(content)) return 'page-repeated';
    seen.add(content);
    for (const record of records) take(record);
    rows += records.length;
    if (!hasList) return 'not-a-list';
    if (records.length === 0 || (total !== null && rows >= total)) return 'end';
  }
};

const digest = (records: readonly ServiceRecord[]): string =>
  createHash('sha256').update(JSON.stringify(records)).digest('base64');
