import { type Answer, buildRefusal, buildSuccess } from './answer.ts';
import { generateLink, type Work } from './generate-link.ts';
import type { Ledger } from './ledger.ts';
import {
  buildLinkRecord,
  buildPayoutRecord,
  buildTransactionRecord,
  type JsonObject,
  type Look,
} from './record-look.ts';
import { BUSINESS, type SandboxTransaction } from './records.ts';
import { buildListingResponse, dressRecord, toSnakeCase } from './response-look.ts';
import { isZoneName, parseWallClock } from './wall-clock.ts';

const DEFAULT_SIZE = 10;
const INT32_MAX = 2 ** 31 - 1;

/** One page, newest first. The range includes both ends, to the second. `records`: oldest first. */
const listRecords = <T extends { createdAt: number }>(
  message: string,
  records: readonly T[],
  build: (record: T) => JsonObject,
  { route, query, look, maxPageSize, fixedPageSize = null }: Work,
): Answer => {
  const [from = null, to = null] = route.values.map((date) => parseWallClock(date, look.timeZone));
  if (from === null) return buildRefusal(400, 'fromDate must be a date as yyyy-MM-dd HH:mm:ss');
  if (to === null) return buildRefusal(400, 'toDate must be a date as yyyy-MM-dd HH:mm:ss');
  if (from > to) return buildRefusal(400, 'fromDate must not be after toDate');
  const page = readNumber(query.get('page'), 0);
  const wanted = readNumber(query.get('size'), DEFAULT_SIZE);
  if (page === null) return buildRefusal(400, 'page must be a whole number of at least 0');
  if (wanted === null || wanted === 0) return buildRefusal(400, 'size must be a whole number of at least 1');

  const size = fixedPageSize ?? Math.min(wanted, maxPageSize);
  const found = records.filter(({ createdAt }) => createdAt >= from && createdAt < to + 1000).reverse();
  const rows = found.slice(page * size, (page + 1) * size).map(build);
  return buildSuccess(
    message,
    buildListingResponse({ rows, total: found.length, page, size }, look.shape.listing),
  );
};

function readNumber(text: string | null, otherwise: number): number | null {
  if (text === null) return otherwise;
  return /^\d{1,10}$/.test(text) && Number(text) <= INT32_MAX ? Number(text) : null;
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
      return listRecords(
        'Payment link records retrieved',
        ledger.links(),
        (link) => buildLinkRecord(link, look),
        work,
      );
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
      const zoned = { ...look, timeZone };
      return listRecords(
        'Transaction records retrieved',
        ledger.transactions(),
        (transaction) => buildTransaction(transaction, ledger, zoned),
        { ...work, look: zoned },
      );
    }
    case 'payout': {
      const payout = ledger
        .payouts()
        .find(({ payoutId, orderIds }) => payoutId === value || orderIds.includes(value));
      return answerOne('Payout summary retrieved', payout && buildPayoutRecord(payout, look), look);
    }
    case 'payouts':
      return listRecords(
        'Payout summary records retrieved',
        ledger.payouts(),
        (payout) => buildPayoutRecord(payout, look),
        work,
      );
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

/** Only the transactions listing documents a `Time-Zone` header, and does not require it. */
function readZone({ headers, look }: Work): string | null {
  const zone = headers['time-zone'];
  if (zone === undefined) return look.timeZone;
  return isZoneName(String(zone)) ? String(zone) : null;
}
