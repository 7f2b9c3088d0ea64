import {
  type NamesSay,
  parseLocalDateTime,
  type RankOf,
  rankAt,
  rankLeaves,
  readFirst,
  type ServiceRecord,
  type TimeRole,
} from '../payment-service/index.ts';
import type { RecordKind } from './read-votes.ts';

/** Smaller numbers are seconds since the epoch: as milliseconds they would be before March 1973. */
const FIRST_MILLISECONDS = 100_000_000_000;
/** From here on a year has five digits in some time zone. */
const LAST_INSTANT = Date.UTC(9999, 11, 31);
/** Before this a year is negative in some time zone. */
const FIRST_INSTANT = Date.parse('0000-01-02T00:00:00Z');

/** A link is made before it is paid, so its making is no time of a payment. */
const PAID_BY: Record<RecordKind, readonly TimeRole[]> = {
  link: ['paid', 'transaction'],
  transaction: ['paid', 'transaction', 'made', 'dated'],
};

/** When the payment happened, as the record says, in milliseconds since the epoch. */
export const readPaymentTime = (record: ServiceRecord, of: RecordKind, timeZone: string): number | null =>
  readTime(record, PAID_BY[of], timeZone);

/** When the record was made, or its payment happened: whichever it says. */
export const readRecordTime = (record: ServiceRecord, timeZone: string): number | null =>
  readTime(record, ['made', 'dated', 'paid', 'transaction'], timeZone);

/** The last time that the record gives for itself. */
export const readLastTime = (record: ServiceRecord, timeZone: string): number | null => {
  const leaves = rankLeaves(record, rankTimes(['made', 'dated', 'paid', 'transaction', 'updated']));
  const times = leaves.flatMap(({ value }) => parseInstant(value, timeZone) ?? []);
  return times.length === 0 ? null : Math.max(...times);
};

/** When money went back, as the record of its payment says. */
export const readRefundTime = (record: ServiceRecord, timeZone: string): number | null =>
  readTime(record, ['refunded'], timeZone);

/** Times of a card, a customer or a message are not the payment's. */
const ABOUT = /^(own|payment|refund|dispute|settlement|link|order)$/;

/** When a refund inside a record was made or paid is never the payment's time. */
const roleOf = ({ role, subject }: NamesSay): NamesSay['role'] =>
  (subject === 'refund' || subject === 'dispute') && PAID_BY.transaction.includes(role as TimeRole)
    ? 'refunded'
    : role;

const rankTimes =
  (roles: readonly TimeRole[]): RankOf =>
  (says) =>
    says.sort === 'time' && ABOUT.test(says.subject)
      ? rankAt(roles.indexOf(roleOf(says) as TimeRole), says.path.length)
      : null;

const readTime = (record: ServiceRecord, roles: readonly TimeRole[], timeZone: string): number | null =>
  readFirst(record, rankTimes(roles), ({ value }) => parseInstant(value, timeZone));

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
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2})(:\d{2})?(?:\.\d+)?\s*(Z|([+-]\d{2}):?(\d{2}))?$/i.exec(
    text,
  );
  if (!match) return null;
  const [, day, minutes, seconds = ':00', zone, hours, rest] = match;
  if (zone === undefined) return parseLocalDateTime(`${day} ${minutes}${seconds}`, timeZone);
  const offset = hours === undefined ? 'Z' : `${hours}:${rest}`;
  const instant = Date.parse(`${day}T${minutes}${seconds}${offset}`);
  return instant > FIRST_INSTANT && instant < LAST_INSTANT ? instant : null;
};
