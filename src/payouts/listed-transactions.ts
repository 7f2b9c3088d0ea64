import type { PaidTransaction } from './paid-transaction.ts';
import type { PayoutTold } from './payout-record.ts';

/** An id that the payout lists, and why none of its transactions goes by it. */
export interface Missing {
  id: string;
  /** `in-another`: it is in the payout named beside it. `no-money`: its record says that no money moved. */
  why: 'not-found' | 'in-another' | 'no-money';
  payoutId: string | null;
}

/** `again`: all that go by the id are in this payout already. */
type Taken = { transaction: PaidTransaction } | Omit<Missing, 'id'> | 'again';

/**
 * Finds transactions by the ids that payouts list: their own, else their order's or reference's, one for each mention.
 * `holderOf`: the payout that a transaction is in, or the name of one that was not read.
 */
export function createListed(
  transactions: readonly PaidTransaction[],
  holderOf: (one: PaidTransaction) => PayoutTold | string | null,
): { has(id: string): boolean; take(id: string, payout: PayoutTold): Taken } {
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
  /** How many of those with an id are gone: they are asked for from the front. */
  const gone = new Map<readonly PaidTransaction[], number>();
  const mentioned = new Set<PaidTransaction>();
  return {
    has: (id) => indexes.some((index) => index.has(id)),
    take: (id, payout) => {
      const all = indexes.map((index) => index.get(id)).find((found) => found !== undefined);
      if (!all) return { why: 'not-found', payoutId: null };
      const isGone = (one: PaidTransaction) => {
        const holder = holderOf(one);
        return mentioned.has(one) || (holder !== null && holder !== payout);
      };
      let at = gone.get(all) ?? 0;
      while (all.at(at) && isGone(all[at] as PaidTransaction)) at += 1;
      gone.set(all, at);
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
