import type { Movement } from '../figures/movements.ts';
import type { PayoutRecord } from './payout-record.ts';

/** An id that the payout lists, with no transaction of its own. */
export interface Missing {
  id: string;
  /** `in-another`: it is in payout `payoutId`. `no-money`: its record says that no money moved. */
  why: 'not-found' | 'in-another' | 'no-money';
  payoutId: string | null;
}

/** `again`: every transaction with this id is already in this payout. */
type Taken = { transaction: Movement } | Omit<Missing, 'id'> | 'again';

/**
 * Finds transactions by the ids that payouts list: the transaction's own id, else that of its order or reference, one
 * transaction for each mention. `holderOf`: the payout that a transaction is in, or the name of one that was not read.
 */
export function createFindListed(
  transactions: readonly Movement[],
  holderOf: (one: Movement) => PayoutRecord | string | null,
): { has(id: string): boolean; take(id: string, payout: PayoutRecord): Taken } {
  const paymentsFirst = [
    ...transactions.filter(({ kind }) => kind !== 'back' && kind !== 'none'),
    ...transactions.filter(({ kind }) => kind === 'back'),
    ...transactions.filter(({ kind }) => kind === 'none'),
  ];
  const indexes = (['id', 'orderId', 'reference'] as const).map((name) => {
    const byId = new Map<string, Movement[]>();
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
  const takenOf = new Map<readonly Movement[], number>();
  const mentioned = new Set<Movement>();
  return {
    has: (id) => indexes.some((index) => index.has(id)),
    take: (id, payout) => {
      const all = indexes.map((index) => index.get(id)).find((found) => found !== undefined);
      if (!all) return { why: 'not-found', payoutId: null };
      const isTaken = (one: Movement) => {
        const holder = holderOf(one);
        return mentioned.has(one) || (holder !== null && holder !== payout);
      };
      let at = takenOf.get(all) ?? 0;
      while (all.at(at) && isTaken(all[at] as Movement)) at += 1;
      takenOf.set(all, at);
      const transaction = all[at];
      if (transaction && transaction.kind !== 'none') {
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
