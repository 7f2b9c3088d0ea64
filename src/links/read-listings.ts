import {
  formatLocalDateTime,
  type PaymentServiceClient,
  recordInvoiceId,
  recordOrderId,
  type ServiceRecord,
} from '../payment-service/index.ts';
import type { SweptLink } from '../store/link-checks.ts';
import type { FoundRecord } from './judge-records.ts';
import { readPages } from './read-pages.ts';
import type { RecordKind } from './read-record-state.ts';
import { isRecordOf, type Reading } from './reading.ts';

/** 20 000 rows at the interface's default size; past it only what was found counts. */
const MAX_PAGES = 2_000;
/** Room for the difference between the service's clock and ours. */
export const CLOCK_ROOM_MS = 10 * 60_000;

type Wanted = Pick<SweptLink, 'id' | 'invoiceId' | 'orderId' | 'createdAt'>;

/**
 * Reads both listings once for any number of links: the links' own between the first and the last making, the
 * transactions' from the first making until now. Never more than the pages of the window and one.
 */
export const readListings = async <L extends Wanted>(
  service: Pick<PaymentServiceClient, 'listLinks' | 'listTransactions'>,
  wanted: readonly L[],
  { now, timeZone }: { now: number; timeZone: string },
): Promise<Map<string, Reading>> => {
  if (wanted.length === 0) return new Map();
  const made = wanted.map((link) => link.createdAt);
  const first = made.reduce((least, at) => Math.min(least, at)) - CLOCK_ROOM_MS;
  const last = made.reduce((most, at) => Math.max(most, at)) + CLOCK_ROOM_MS;
  const index = buildIndex(wanted);
  const found = new Map<string, FoundRecord[]>(wanted.map((link) => [link.id, []]));
  const read = (list: PaymentServiceClient['listLinks'], kind: RecordKind, from: number, to: number) =>
    readPages(
      list,
      { fromDate: formatLocalDateTime(from, timeZone), toDate: formatLocalDateTime(to, timeZone) },
      {
        mostPages: MAX_PAGES,
        take: (record) => {
          for (const link of index.of(record))
            if (isRecordOf(link, kind, record)) found.get(link.id)?.push({ kind, record });
          return false;
        },
      },
    );
  const links = await read(service.listLinks, 'link', first, last);
  const until = Math.max(now, last - CLOCK_ROOM_MS) + CLOCK_ROOM_MS;
  const transactions = await read(service.listTransactions, 'transaction', first, until);
  const reading = {
    isComplete: links.isComplete && transactions.isComplete,
    provesAbsence: links.provesAbsence,
  };
  return new Map([...found].map(([id, records]) => [id, { found: records, ...reading }]));
};

function buildIndex<L extends Wanted>(wanted: readonly L[]) {
  const byReference = new Map<string, L[]>();
  const add = (key: string, link: L) => {
    const links = byReference.get(key);
    if (links) links.push(link);
    else byReference.set(key, [link]);
  };
  for (const link of wanted) {
    add(`invoice ${link.invoiceId}`, link);
    if (link.orderId !== null) add(`order ${link.orderId}`, link);
  }
  return {
    of: (record: ServiceRecord): Set<L> =>
      new Set([
        ...(byReference.get(`invoice ${recordInvoiceId(record)}`) ?? []),
        ...(byReference.get(`order ${recordOrderId(record)}`) ?? []),
      ]),
  };
}
