import { addDays } from '../reports/calendar-days.ts';
import { dayOf, spanOfDays } from '../reports/date-span.ts';
import { addTransaction, checkSums, NO_SUMS, subtractSums, type TransactionSums } from './add-up.ts';
import type { PaidTransaction } from './paid-transaction.ts';
import type { PayoutTold } from './payout-record.ts';

/** The transactions from one place in the order of time up to, and without, another. */
interface Run {
  from: number;
  to: number;
}

type RunFound = { run: readonly PaidTransaction[] } | { why: 'no-days-fit' | 'several-fit' };

/** How long a payout may take to arrive after its last day, and how many days it may hold. */
const LONGEST_WAIT = 7;
const LONGEST_RUN = 31;

/**
 * Finds transactions by date and sum alone: those of the days that a payout names; or of the only run of whole days
 * before it whose sums are the payout's, to the fils. What was found once is not found again. Payouts are to be asked
 * for in the order of their time.
 */
export const createFindRun = (
  transactions: readonly PaidTransaction[],
  timeZone: string,
): ((payout: PayoutTold) => RunFound) => {
  const timed = transactions
    .filter((one) => one.at !== null)
    .sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  const until: TransactionSums[] = [NO_SUMS];
  for (const one of timed) until.push(addTransaction(until.at(-1) ?? NO_SUMS, one));
  /** Everything before this place is in a payout, or was left behind by a later one. */
  let taken = 0;

  /** The first place at or after the moment. */
  const placeOf = (moment: number): number => {
    let low = 0;
    let high = timed.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((timed[middle]?.at ?? 0) < moment) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const firsts = new Map<string, number>();
  /** The place of the day's first transaction. */
  const firstOf = (day: string): number => {
    const first = firsts.get(day) ?? placeOf(spanOfDays(day, day, timeZone).from);
    firsts.set(day, first);
    return first;
  };
  const fits = (payout: PayoutTold, { from, to }: Run): boolean => {
    if (from < taken || from >= to) return false;
    const sums = subtractSums(until[to] ?? NO_SUMS, until[from] ?? NO_SUMS);
    const { isChecked, gaps } = checkSums(payout, sums);
    // Without an id to join them, the number of transactions is evidence too.
    return isChecked && sums.unreadable === 0 && gaps.length === 0;
  };
  const take = ({ from, to }: Run): RunFound => {
    taken = to;
    return { run: timed.slice(from, to) };
  };

  return (payout) => {
    if (payout.from !== null && payout.to !== null) {
      const named = { from: placeOf(payout.from), to: placeOf(payout.to + 1) };
      return fits(payout, named) ? take(named) : { why: 'no-days-fit' };
    }
    if (payout.at === null) return { why: 'no-days-fit' };
    const found = new Map<string, Run>();
    for (const run of listRuns(payout.at)) if (fits(payout, run)) found.set(`${run.from} ${run.to}`, run);
    const [only, ...others] = found.values();
    if (!only) return { why: 'no-days-fit' };
    return others.length > 0 ? { why: 'several-fit' } : take(only);
  };

  function listRuns(at: number): Run[] {
    const day = dayOf(at, timeZone);
    const last = placeOf(at);
    const midnights = Array.from({ length: LONGEST_WAIT + LONGEST_RUN }, (_, back) =>
      firstOf(addDays(day, -back)),
    );
    // Ends at the payout's own moment, or at a midnight of the days before it.
    const ends = [last, ...midnights.slice(0, LONGEST_WAIT)];
    return ends.flatMap((to, back) =>
      midnights.slice(back, back + LONGEST_RUN).map((from) => ({ from, to })),
    );
  }
};
