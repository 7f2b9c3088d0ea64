import { dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { type MoneySums, type Movement, sumMoney } from '../figures/movements.ts';
import { matchDays } from './beside-days.ts';
import { type Paid, sumPaid } from './payout-record.ts';
import type { TiedPayout, TieOut } from './tie-out.ts';

/** Money still to be paid out. */
export interface DueSums extends MoneySums {
  /** Oldest first; ages without transactions are left out. Net of refunds and of the fees that are stated. */
  byAge: ({ words: string } & Pick<MoneySums, 'netFils' | 'payments' | 'refunds'>)[];
  /** Payouts that no id joins with any transaction: they may hold some of this. */
  unjoined: Paid & { payouts: number };
  elsewhere: number;
}

const DAY_MS = 86_400_000;
const AGES = [
  { words: 'Older than 14 days', fromMs: 14 * DAY_MS },
  { words: '8 to 14 days', fromMs: 7 * DAY_MS },
  { words: '4 to 7 days', fromMs: 3 * DAY_MS },
  { words: 'Up to 3 days', fromMs: Number.NEGATIVE_INFINITY },
] as const;

/** Each row in the first of these ages that it has come to; ages without rows are left out. */
export const groupByAge = <Row>(
  rows: readonly Row[],
  ageOf: (row: Row) => number,
  ages: readonly { words: string; fromMs: number }[],
): { words: string; rows: Row[] }[] => {
  const wordsOf = (row: Row) => ages.find(({ fromMs }) => ageOf(row) >= fromMs)?.words;
  const groups = ages.map(({ words }) => ({ words, rows: rows.filter((row) => wordsOf(row) === words) }));
  return groups.filter((group) => group.rows.length > 0);
};

export const sumDue = (
  { due, payouts, unclear, elsewhere }: Pick<TieOut, 'due' | 'payouts' | 'unclear' | 'elsewhere'>,
  now: number,
): DueSums => {
  const byAge = groupByAge(due, ({ at }) => now - (at ?? now), AGES).map(({ words, rows }) => ({
    words,
    ...sumMoney(rows),
  }));
  const unjoined = payouts.filter(
    ({ evidence, payout }) => evidence === null && payout.state !== 'came-back',
  );
  return {
    ...sumMoney(due),
    byAge,
    unjoined: { payouts: unjoined.length, ...sumPaid(unjoined) },
    unreadable: unclear.length,
    elsewhere: elsewhere.length,
  };
};

/** A day's transactions and the payouts made on it, beside each other: nothing says that they belong together. */
export interface DaySums extends MoneySums {
  /** `Fri 20 Nov 2026` */
  date: string;
  payouts: number;
  paidOut: Paid;
}

/** Where no id joins them. */
export interface LikelyDue {
  /** What came after the last day that has the sum of a payout. Null: no day has. */
  after: { sums: MoneySums; date: string } | null;
  /** Payouts that a day has the sum of. */
  alike: number;
  /** The other payouts, and the transactions of the other days, newest first. */
  days: DaySums[];
}

export const sumLikely = (
  { transactions, payouts }: Pick<TieOut, 'transactions' | 'payouts'>,
  timeZone: string,
): LikelyDue => {
  const matched = matchDays(payouts);
  const others = payouts.filter((one) => !matched.has(one));
  const spans = [...matched.values()];
  const left = transactions.filter(
    ({ at }) => !spans.some(({ from, to }) => at !== null && at >= from && at <= to),
  );
  const last = spans.toSorted((one, other) => other.to - one.to)[0];
  return {
    after: last
      ? { sums: sumMoney(left.filter(({ at }) => at !== null && at > last.to)), date: last.dates }
      : null,
    alike: spans.length,
    days: sumDays({ transactions: left, payouts: others }, timeZone),
  };
};

/** Newest first; days on which no money moved are left out. */
const sumDays = (
  { transactions, payouts }: Pick<TieOut, 'transactions' | 'payouts'>,
  timeZone: string,
): DaySums[] => {
  const byDay = new Map<string, { transactions: Movement[]; payouts: TiedPayout[] }>();
  const dayAt = (at: number) => {
    const day = dayOf(at, timeZone);
    const known = byDay.get(day) ?? { transactions: [], payouts: [] };
    byDay.set(day, known);
    return known;
  };
  for (const one of transactions)
    if (one.at !== null && one.kind !== 'none') dayAt(one.at).transactions.push(one);
  for (const one of payouts)
    if (one.payout.at !== null && one.payout.state !== 'came-back') dayAt(one.payout.at).payouts.push(one);
  return [...byDay]
    .sort(([one], [other]) => (one < other ? 1 : -1))
    .map(([day, of]) => ({
      ...sumMoney(of.transactions),
      date: describeSpan(spanOfDays(day, day, timeZone), timeZone),
      payouts: of.payouts.length,
      paidOut: sumPaid(of.payouts),
    }));
};
