import { parseLocalDateTime, readField, type ServiceRecord } from '../payment-service/index.ts';

const PAID_NAMES = [
  'paidAt',
  'paidOn',
  'paymentDate',
  'paymentTime',
  'paymentDateTime',
  'completedAt',
  'settledAt',
  'capturedAt',
  'transactionDate',
  'transactionTime',
  'transactionDateTime',
  'txnDate',
  'txnTime',
];
const MADE_NAMES = ['createdAt', 'createdOn', 'createdDate', 'creationDate', 'date', 'dateTime', 'timestamp'];
const REFUND_NAMES = [
  'refundedAt',
  'refundedOn',
  'refundDate',
  'refundTime',
  'refundDateTime',
  'refundedDate',
  'reversedAt',
  'voidedAt',
];
/** Tried one by one: a value under a name may not be a time. */
const NAMES = {
  link: PAID_NAMES.map((name) => [name]),
  transaction: [...PAID_NAMES, ...MADE_NAMES].map((name) => [name]),
};
/** Smaller numbers are seconds since the epoch: as milliseconds they would be before March 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;
/** From here on a year has five digits in some time zone. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);
/** Before this a year is negative in some time zone. */
const FIRST_INSTANT = Date.parse('0000-01-02T00:00:00Z');

/**
 * When the payment happened, as the record says, in milliseconds since the epoch. A creation time counts only
 * in a transaction: a link is made before it is paid.
 */
export const readPaymentTime = (
  record: ServiceRecord,
  kind: 'link' | 'transaction',
  timeZone: string,
): number | null => readFirst(record, NAMES[kind], timeZone);

/** When money went back, as the record of its payment says. */
export const readRefundTime = (record: ServiceRecord, timeZone: string): number | null =>
  readFirst(
    record,
    REFUND_NAMES.map((name) => [name]),
    timeZone,
  );

function readFirst(
  record: ServiceRecord,
  names: readonly (readonly string[])[],
  timeZone: string,
): number | null {
  for (const one of names) {
    const instant = parseInstant(readField(record, one), timeZone);
    if (instant !== null) return instant;
  }
  return null;
}

/**
 * Takes a date and time with an offset, a date and time in the merchant's zone, or a number since the epoch.
 */
export const parseInstant = (value: unknown, timeZone: string): number | null => {
  if (typeof value === 'number') {
    if (!(value > 0 && value < LAST_INSTANT)) return null;
    return Math.trunc(value < FIRST_MILLISECONDS ? value * 1000 : value);
  }
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (/^\d{10}(\d{3})?$/.test(text)) return parseInstant(Number(text), timeZone);
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?\s*(Z|[+-]\d{2}:?\d{2})?$/i.exec(
    text,
  );
  if (!match) return null;
  const [, day, minutes, seconds = ':00', zone] = match;
  if (zone === undefined) return parseLocalDateTime(`${day} ${minutes}${seconds}`, timeZone);
  const offset = /^z$/i.test(zone) ? 'Z' : zone.replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const instant = Date.parse(`${day}T${minutes}${seconds}${offset}`);
  return instant > FIRST_INSTANT && instant < LAST_INSTANT ? instant : null;
};
