import type { MonthRead } from '../exports/reconcile-month.ts';
import { AED } from '../figures/movement.ts';
import { type Movement, movementsOf } from '../figures/movements.ts';
import { readManyPayouts } from '../payouts/payout-record.ts';
import { type TiedPayout, tieOut } from '../payouts/tie-out.ts';

/**
 * Where a transaction's money is. `payout`: in a payout. `came-back`: in one that came back, so it is due again.
 * `elsewhere`: it names a payout that was not read. `due`: in no payout yet. `untold`: no id joins any payout, so nobody
 * knows. `unclear`: its money can't be read. `none`: it moved no money.
 */
export type Whereabouts =
  | { is: 'payout' | 'came-back'; payout: PlacedPayout }
  | { is: 'elsewhere' | 'due' | 'untold' | 'unclear' | 'none' };

export interface PlacedTransaction {
  transaction: Movement;
  where: Whereabouts;
  /** False: listed because a payout of the month holds it. */
  isOfMonth: boolean;
}

export interface PlacedPayout extends TiedPayout {
  /** False: listed because it holds a transaction of the month. */
  isOfMonth: boolean;
}

export interface TiedMonth {
  /** Those of the month, and those that hold a transaction of it, in the order of time. */
  payouts: readonly PlacedPayout[];
  /** Those of the month, and all that are in these payouts, in the order of time. */
  transactions: readonly PlacedTransaction[];
}

/** Ties out the records around a month, and keeps what belongs to it. */
export const tieMonth = async ({
  span,
  readFrom,
  payouts,
  transactions,
  words,
  timeZone,
}: MonthRead): Promise<TiedMonth> => {
  const tied = await tieOut({
    payouts: await readManyPayouts(payouts, { words, timeZone }),
    movements: await movementsOf(transactions, words),
    readFrom,
    timeZone,
  });
  const isWithin = (at: number | null) => at === null || (at >= span.from && at < span.to + 1_000);
  const placed = tied.payouts.map((one): PlacedPayout => ({ ...one, isOfMonth: isWithin(one.payout.at) }));
  const listed = placed.filter((one) => one.isOfMonth || one.transactions.some(({ at }) => isWithin(at)));
  const where = new Map<Movement, Whereabouts>();
  for (const one of tied.due) where.set(one, { is: tied.isJoinable ? 'due' : 'untold' });
  for (const one of tied.unclear) where.set(one, { is: 'unclear' });
  for (const one of tied.elsewhere) where.set(one, { is: 'elsewhere' });
  // A payout that came back no longer holds its transactions, but they still name it.
  for (const payout of placed) {
    const is = payout.payout.state === 'came-back' ? 'came-back' : 'payout';
    for (const one of payout.transactions) where.set(one, { is, payout });
  }
  const inListed = new Set(listed.flatMap((payout) => payout.transactions));
  return {
    payouts: listed,
    transactions: tied.transactions
      .filter((one) => isWithin(one.at) || inListed.has(one))
      .sort((one, other) => (one.at ?? 0) - (other.at ?? 0))
      .map((transaction) => ({
        transaction,
        where: where.get(transaction) ?? { is: 'none' },
        isOfMonth: isWithin(transaction.at),
      })),
  };
};

/** What a payout states, in integer fils; null: another currency. */
export const statedOf = ({ payout: { currency, grossFils, feeFils }, paid }: TiedPayout) =>
  currency === AED ? { grossFils, feeFils, netFils: paid.fils } : null;

/** What a payout says it paid; null: it came back, or is in another currency. */
export const paidOut = (tied: TiedPayout) => (tied.payout.state === 'came-back' ? null : statedOf(tied));

/** The payment or refund of a transaction; refunds are negative. Integer fils; null: no money moved, or it can't be read. */
export const movedFils = ({ kind, receivedFils, backFils }: Movement): number | null =>
  kind === 'back' ? -backFils : kind === 'payment' ? receivedFils : null;
