import { addDays, dayOf, spanOfDays } from '../calendar/date-span.ts';
import { addTransaction, checkSums, NO_SUMS, subtractSums, type TransactionSums } from './add-up.ts';
import type { PaidTransaction } from './paid-transaction.ts';
import type { PayoutRecord } from './payout-record.ts';

/** An id that the payout lists, with no transaction of its own. */
export interface Missing {
  id: string;
  /** `in-another`: it is in payout `payoutId`. `no-money`: its record says that no money moved. */
  why: 'not-found' | 'in-another' | 'no-money';
  payoutId: string | null;
}

/** `again`: every transaction with this id is already in this payout. */
type Taken = { transaction: PaidTransaction } | Omit<Missing, 'id'> | 'again';

/**
 * Finds transactions by the ids that payouts list: the transaction's own id, else that of its order or reference, one
 * transaction for each mention. `holderOf`: the payout that a transaction is in, or the name of one that was not read.
 */
export function createFindListed(
  transactions: readonly PaidTransaction[],
  holderOf: (one: PaidTransaction) => PayoutRecord | string | null,
): { has(id: string): boolean; take(id: string, payout: PayoutRecord): Taken } {
  const paymentsFirst = [
    ...transactions.filter(({ moves }) => moves !== 'out' && moves !== 'none'),
    ...transactions.filter(({ moves }) => moves === 'out'),
    ...transactions.filter(({ moves }) => moves === 'none'),
  ];
  const indexes = (['id', 'orderId', 'reference'] as const).map((name) => {
    const byId = new Map<string, PaidTransaction[]>();
    for (const one of paymentsFirst) {
      const id = one[name];
      if (id === null) continue;
      const same = byId.get(id);
      if (same) same.push(one);
      else byId.set(id, [one]);
    }
    return byId;
  });
  /** How many transactions of an id are taken, counted from the front. */
  const takenOf = new Map<readonly PaidTransaction[], number>();
  const mentioned = new Set<PaidTransaction>();
  return {
    has: (id) => indexes.some((index) => index.has(id)),
    take: (id, payout) => {
      const all = indexes.map((index) => index.get(id)).find((found) => found !== undefined);
      if (!all) return { why: 'not-found', payoutId: null };
      const isTaken = (one: PaidTransaction) => {
        const holder = holderOf(one);
        return mentioned.has(one) || (holder !== null && holder !== payout);
      };
      let at = takenOf.get(all) ?? 0;
      while (all.at(at) && isTaken(all[at] as PaidTransaction)) at += 1;
      takenOf.set(all, at);
      const transaction = all[at];
      if (transaction && transaction.moves !== 'none') {
        mentioned.add(transaction);
        return { transaction };
      }
      const holders = all.flatMap((one) => holderOf(one) ?? []);
      if (holders.includes(payout)) return 'again';
      const [holder] = holders;
      if (holder === undefined) return { why: 'no-money', payoutId: null };
      return { why: 'in-another', payoutId: typeof holder === 'string' ? holder : holder.id };
    },
  };
}

/** A slice of the transactions in the order of time, by index; `to` is exclusive. */
interface Run {
  from: number;
  to: number;
}

type RunFound = { run: readonly PaidTransaction[] } | { why: 'no-days-fit' | 'several-fit' };

/** A payout may arrive so many days after its last day. */
const LONGEST_WAIT = 7;
/** A payout may hold so many days. */
const LONGEST_RUN = 31;

/**
 * Finds a payout's transactions by date and sum only: those of the days that it names, or of the only run of whole days
 * before it that adds up to it, to the fils. Finds each transaction once. Call it with payouts in the order of time.
 */
export const createFindRun = (
  transactions: readonly PaidTransaction[],
  timeZone: string,
): ((payout: PayoutRecord) => RunFound) => {
  const timed = transactions
    .filter((one) => one.at !== null)
    .sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  const until: TransactionSums[] = [NO_SUMS];
  for (const one of timed) until.push(addTransaction(until.at(-1) ?? NO_SUMS, one));
  /** Every transaction before this index is in a payout, or was skipped by a later one. */
  let taken = 0;

  /** The index of the first transaction at or after the moment. */
  const indexAt = (moment: number): number => {
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
  const firstOf = (day: string): number => {
    const first = firsts.get(day) ?? indexAt(spanOfDays(day, day, timeZone).from);
    firsts.set(day, first);
    return first;
  };
  const fits = (payout: PayoutRecord, { from, to }: Run): boolean => {
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
      const named = { from: indexAt(payout.from), to: indexAt(payout.to + 1) };
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
    const last = indexAt(at);
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
