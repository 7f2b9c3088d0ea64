import type { IncomingHttpHeaders } from 'node:http';
import { type Answer, buildRefusal, buildSuccess } from './answer.ts';
import { BUSINESS } from './business.ts';
import { dressRecord, toSnakeCase } from './dress-record.ts';
import { generateLink } from './generate-link.ts';
import type { Ledger } from './ledger.ts';
import { listRecords } from './list-records.ts';
import type { Route } from './match-route.ts';
import {
  buildLinkRecord,
  buildPayoutRecord,
  buildTransactionRecord,
  type JsonObject,
  type Look,
} from './record-look.ts';
import type { SandboxTransaction } from './records.ts';
import { isZoneName } from './wall-clock.ts';

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
  /** Hears the order id of a link that was made. */
  made: (orderId: string) => void;
}

/** What the service does once it knows the caller. */
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

/** Of the listings only that of transactions documents a `Time-Zone` header, and without requiring it. */
function readZone({ headers, look }: Work): string | null {
  const zone = headers['time-zone'];
  if (zone === undefined) return look.timeZone;
  return isZoneName(String(zone)) ? String(zone) : null;
}
