import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, buildRefusal, buildSuccess } from './answer.ts';
import { generateLink } from './generate-link.ts';
import type { Ledger } from './ledger.ts';
import type { Route } from './match-route.ts';
import {
  buildLinkRecord,
  buildPayoutRecord,
  buildTransactionRecord,
  type JsonObject,
  type Look,
} from './record-look.ts';
import { BUSINESS, type SandboxTransaction } from './records.ts';
import { buildListingResponse, dressRecord, toSnakeCase } from './response-look.ts';
import type { ResponseShape } from './response-shape.ts';
import { isZoneName, parseWallClock } from './wall-clock.ts';

interface ListingCall<T extends { createdAt: number }> {
  /** Oldest first. */
  records: readonly T[];
  build: (record: T) => JsonObject;
  message: string;
  fromDate: string;
  toDate: string;
  query: URLSearchParams;
  timeZone: string;
  listing: ResponseShape['listing'];
  maxPageSize: number;
  fixedPageSize: number | null;
}

const DEFAULT_SIZE = 10;
const INT32_MAX = 2 ** 31 - 1;

/** One page, newest first. The range includes both ends, to the second. */
const listRecords = <T extends { createdAt: number }>(call: ListingCall<T>): Answer => {
  const from = parseWallClock(call.fromDate, call.timeZone);
  const to = parseWallClock(call.toDate, call.timeZone);
  if (from === null) return buildRefusal(400, 'fromDate must be a date as yyyy-MM-dd HH:mm:ss');
  if (to === null) return buildRefusal(400, 'toDate must be a date as yyyy-MM-dd HH:mm:ss');
  if (from > to) return buildRefusal(400, 'fromDate must not be after toDate');
  const page = readNumber(call.query.get('page'), 0);
  const asked = readNumber(call.query.get('size'), DEFAULT_SIZE);
  if (page === null) return buildRefusal(400, 'page must be a whole number of at least 0');
  if (asked === null || asked === 0) return buildRefusal(400, 'size must be a whole number of at least 1');

  const size = call.fixedPageSize ?? Math.min(asked, call.maxPageSize);
  const found = call.records
    .filter((record) => record.createdAt >= from && record.createdAt < to + 1000)
    .reverse();
  const rows = found.slice(page * size, (page + 1) * size).map(call.build);
  return buildSuccess(
    call.message,
    buildListingResponse({ rows, total: found.length, page, size }, call.listing),
  );
};

function readNumber(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise;
  return /^\d{1,10}$/.test(text) && Number(text) <= INT32_MAX ? Number(text) : null;
}

export interface Work {
  route: Route;
  ledger: Ledger;
  look: Look;
  headers: IncomingHttpHeaders;
  query: URLSearchParams;
  body: unknown;
  at: number;
  strict: boolean;
  maxPageSize: number;
  fixedPageSize?: number | null;
  amountLimitFils: number;
  /** Called with the order id of a new link. */
  made: (orderId: string) => void;
}

/** What the service does for an authenticated call. */
export const doWork = (work: Work): Answer => {
  const { route, ledger, look } = work;
  const [value = ''] = route.values;
  switch (route.operation) {
    case 'generate':
      return generateLink(work);
    case 'business':
      return buildSuccess(
        'Business details retrieved',
        look.shape.listing === 'snake_case' ? toSnakeCase(BUSINESS) : BUSINESS,
      );
    case 'link': {
      const link = ledger.link(value);
      return answerOne('Payment link record retrieved', link && buildLinkRecord(link, look), look);
    }
    case 'links':
      return listRecords({
        ...listingOf(work),
        records: ledger.links(),
        build: (link) => buildLinkRecord(link, look),
        message: 'Payment link records retrieved',
      });
    case 'transaction': {
      const latest = ledger.transactions().findLast((transaction) => transaction.orderId === value);
      return answerOne(
        'Transaction details retrieved',
        latest && buildTransaction(latest, ledger, look),
        look,
      );
    }
    case 'transactions': {
      const timeZone = readZone(work);
      if (timeZone === null) return buildRefusal(400, 'Time-Zone header is not a known time zone');
      return listRecords({
        ...listingOf(work),
        timeZone,
        records: ledger.transactions(),
        build: (transaction) => buildTransaction(transaction, ledger, { ...look, timeZone }),
        message: 'Transaction records retrieved',
      });
    }
    case 'payout': {
      const payout = ledger
        .payouts()
        .find(({ payoutId, orderIds }) => payoutId === value || orderIds.includes(value));
      return answerOne('Payout summary retrieved', payout && buildPayoutRecord(payout, look), look);
    }
    case 'payouts':
      return listRecords({
        ...listingOf(work),
        records: ledger.payouts(),
        build: (payout) => buildPayoutRecord(payout, look),
        message: 'Payout summary records retrieved',
      });
  }
};

function answerOne(message: string, record: JsonObject | undefined, look: Look): Answer {
  return record
    ? buildSuccess(message, dressRecord(record, look.shape.listing))
    : buildRefusal(404, 'Data not found');
}

function buildTransaction(transaction: SandboxTransaction, ledger: Ledger, look: Look): JsonObject {
  const link = ledger.link(transaction.orderId);
  const isNamed = look.shape.payoutsBy === 'payout-id';
  const payout = isNamed ? ledger.payoutOf(transaction.transactionId) : undefined;
  return buildTransactionRecord(transaction, { link, payout }, look);
}

function listingOf({ route, query, look, maxPageSize, fixedPageSize = null }: Work) {
  const [fromDate = '', toDate = ''] = route.values;
  const { timeZone, shape } = look;
  return { fromDate, toDate, query, timeZone, listing: shape.listing, maxPageSize, fixedPageSize };
}

/** Only the transactions listing documents a `Time-Zone` header, and does not require it. */
function readZone({ headers, look }: Work): string | null {
  const zone = headers['time-zone'];
  if (zone === undefined) return look.timeZone;
  return isZoneName(String(zone)) ? String(zone) : null;
}
