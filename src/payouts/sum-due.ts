import { dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { type MoneySums, type Movement, sumMoney } from '../figures/movements.ts';
import { type BesideDays, listAlike } from './beside-days.ts';
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

export const sumDue = (
  { due, payouts, unclear, elsewhere }: Pick<TieOut, 'due' | 'payouts' | 'unclear' | 'elsewhere'>,
  now: number,
): DueSums => {
  let left = due;
  const byAge = AGES.flatMap(({ words, fromMs }) => {
    const isThisOld = ({ at }: Movement) => now - (at ?? now) >= fromMs;
    const these = left.filter(isThisOld);
    left = left.filter((one) => !isThisOld(one));
    return these.length === 0 ? [] : [{ words, ...sumMoney(these) }];
  });
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

/** Each payout takes one day that has its sum, to the fils: that the money of that day is in it is likely, and no more. */
export const sumLikely = (
  { transactions, payouts }: Pick<TieOut, 'transactions' | 'payouts'>,
  timeZone: string,
): LikelyDue => {
  const taken = new Map<string, BesideDays>();
  const others = payouts.filter(({ payout, beside }) => {
    const day = listAlike(payout, beside).find(({ dates }) => !taken.has(dates));
    if (day !== undefined) taken.set(day.dates, day);
    return day === undefined;
  });
  const spans = [...taken.values()];
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
