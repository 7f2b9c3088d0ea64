import { formatLocalDateTime } from '../../payment-service/index.ts';
import { ANY_ZONE_ROOM_MS, CLOCK_ROOM_MS } from './read-listings.ts';
import type { TransactionReading } from './transaction-reading-store.ts';

const HOUR_MS = 60 * 60_000;
/** Read again with each sweep: for a listing that lags, for clocks that differ, and for a service in another zone. */
const OVERLAP_MS = ANY_ZONE_ROOM_MS;
/** Read again once a night: a refund may be a change of an old row, and a late payment may show on an old link’s record alone. */
const WHOLE_MS = 35 * 24 * HOUR_MS;
/** In the merchant's zone, when hardly anybody pays. */
const NIGHT_HOUR = 3;

interface Span {
  from: number;
  to: number;
}

/** What to read of an account's listings, in epoch milliseconds. */
export interface ReadingPlan {
  transactions: Span;
  /** Null: no link needs its record. */
  links: Span | null;
  isWhole: boolean;
}

/** The account was not read since the last night began. */
export const isNightDue = (reading: TransactionReading | null, now: number, timeZone: string): boolean => {
  const nightOf = (at: number) => formatLocalDateTime(at - NIGHT_HOUR * HOUR_MS, timeZone).slice(0, 10);
  return reading === null || nightOf(reading.wholeAt) !== nightOf(now);
};

/**
 * | | transactions since | records of links made |
 * |---|---|---|
 * | with each sweep | the last reading that came to the end, less a day | while the open ones were |
 * | if an open link is older than what was read without a gap | it was made | the same |
 * | if the time of an open link is over that somebody tried to pay | it was made | the same |
 * | once a night | five weeks ago, or the oldest open link was made | the same |
 *
 * `open`: when the first and the last open link were made. `triedFrom`: when the oldest of the tried ones was.
 */
export const planReading = ({
  open,
  triedFrom,
  reading,
  isNight,
  now,
}: {
  open: Span | null;
  triedFrom: number | null;
  reading: TransactionReading | null;
  isNight: boolean;
  now: number;
}): ReadingPlan => {
  const covered = reading?.covered ?? null;
  const weeksAgo = now - WHOLE_MS;
  const [first, last] =
    open === null ? [Number.POSITIVE_INFINITY, 0] : [open.from - CLOCK_ROOM_MS, open.to + CLOCK_ROOM_MS];
  const isFirstUnread = covered === null || first < covered.since;
  const earliest = Math.min(weeksAgo, first);
  const latest = Math.min(
    (covered?.until ?? now) - OVERLAP_MS,
    isFirstUnread ? first : Number.POSITIVE_INFINITY,
    triedFrom === null ? Number.POSITIVE_INFINITY : triedFrom - CLOCK_ROOM_MS,
  );
  const from = isNight ? earliest : Math.max(earliest, latest);
  const transactions = { from, to: now + CLOCK_ROOM_MS };
  const ofOpen = open === null ? null : { from: first, to: last };
  return { transactions, links: isNight ? transactions : ofOpen, isWhole: isNight };
};

/** The records of a link that was made then, of both listings, are among what the plan reads. */
export const showsAllOf = (
  { transactions, links }: ReadingPlan,
  { createdAt }: { createdAt: number },
): boolean =>
  links !== null &&
  Math.max(links.from, transactions.from) <= createdAt - CLOCK_ROOM_MS &&
  createdAt <= links.to;

/** What is read once the plan is done. `isRead`: the transactions came to their end. Otherwise they are read again. */
export const advance = (
  reading: TransactionReading | null,
  { transactions: { from }, isWhole }: ReadingPlan,
  { now, isRead }: { now: number; isRead: boolean },
): TransactionReading => {
  const covered = reading?.covered ?? null;
  const isGapless = covered !== null && from <= covered.until;
  return {
    covered: isRead ? { since: isGapless ? Math.min(covered.since, from) : from, until: now } : covered,
    wholeAt: isWhole || reading === null ? now : reading.wholeAt,
  };
};
