import type { DateSpan } from '../calendar/date-span.ts';
import { AED } from '../figures/movement.ts';
import type { Movement } from '../figures/movements.ts';
import { matchDays } from '../payouts/beside-days.ts';
import type { TiedPayout, TieOut } from '../payouts/tie-out.ts';

/**
 * Where a transaction's money is. `payout`: in a payout. `likely`: no id joins any payout, and this one has the sum of its day.
 * `came-back`: in one that came back, so it is due again. `elsewhere`: it names a payout that was not read. `due`: in no payout
 * yet. `untold`: no id joins any payout, so nobody knows. `unclear`: its money can't be read. `none`: it moved no money.
 */
export type Whereabouts =
  | { is: 'payout' | 'likely' | 'came-back'; payout: PlacedPayout }
  | { is: 'elsewhere' | 'due' | 'untold' | 'unclear' | 'none' };

export interface PlacedTransaction {
  transaction: Movement;
  where: Whereabouts;
  /** False: listed because a payout of the month holds it, or the service owed it when the month began. */
  isOfMonth: boolean;
  /** Whether its money had come and was in no payout yet, when the month began and at its end. */
  isOwed: { atStart: boolean; atEnd: boolean };
}

export interface PlacedPayout extends TiedPayout {
  /** False: listed because it holds a transaction of the month. */
  isOfMonth: boolean;
}

export interface TiedMonth {
  /** Those of the month, and those that hold a transaction of it, in the order of time. */
  payouts: readonly PlacedPayout[];
  /** Those of the month, all that are in these payouts, and what was owed when it began, in the order of time. */
  transactions: readonly PlacedTransaction[];
  /**
   * What shows which transactions are in which payout. `days`: only that some payouts have the sum of a day. `no-list`: nobody
   * knows which payouts there are.
   */
  basis: 'ids' | 'days' | 'nothing' | 'no-list';
}

/** What of the records around a month belongs to it. `hasPayouts`: there is a list of them. */
export const tieMonth = (tied: TieOut, span: DateSpan, hasPayouts: boolean): TiedMonth => {
  const isJoinable = hasPayouts && tied.isJoinable;
  const end = span.to + 1_000;
  const isWithin = (at: number | null) => at === null || (at >= span.from && at < end);
  const placed = tied.payouts.map((one): PlacedPayout => ({ ...one, isOfMonth: isWithin(one.payout.at) }));
  const days = isJoinable ? [] : [...matchDays(placed)];
  const where = new Map<Movement, Whereabouts>();
  for (const one of tied.due) {
    const day = days.find(([, { from, to }]) => one.at !== null && one.at >= from && one.at <= to);
    where.set(one, day ? { is: 'likely', payout: day[0] } : { is: isJoinable ? 'due' : 'untold' });
  }
  for (const one of tied.unclear) where.set(one, { is: 'unclear' });
  for (const one of tied.elsewhere) where.set(one, { is: 'elsewhere' });
  // A payout that came back no longer holds its transactions, but they still name it.
  for (const payout of placed) {
    const is = payout.payout.state === 'came-back' ? 'came-back' : 'payout';
    for (const one of payout.transactions) where.set(one, { is, payout });
  }
  const all = tied.transactions.map((transaction): PlacedTransaction => {
    const at = where.get(transaction) ?? { is: 'none' };
    const isOwedAt = (moment: number) =>
      !/^(none|unclear)$/.test(at.is) &&
      (transaction.at ?? span.from) < moment &&
      !((at.is === 'payout' || at.is === 'likely') && (at.payout.payout.at ?? span.from) < moment);
    return {
      ...{ transaction, where: at, isOfMonth: isWithin(transaction.at) },
      isOwed: { atStart: isOwedAt(span.from), atEnd: isOwedAt(end) },
    };
  });
  const holders = new Set(
    all.flatMap(({ isOfMonth, where: at }) => (isOfMonth && 'payout' in at ? at.payout : [])),
  );
  const listed = placed.filter((one) => one.isOfMonth || holders.has(one));
  const inListed = new Set(listed);
  return {
    payouts: listed,
    transactions: all
      .filter(
        ({ isOfMonth, isOwed, where: at }) =>
          isOfMonth || isOwed.atStart || ('payout' in at && inListed.has(at.payout)),
      )
      .sort((one, other) => (one.transaction.at ?? 0) - (other.transaction.at ?? 0)),
    basis: !hasPayouts ? 'no-list' : isJoinable ? 'ids' : days.length > 0 ? 'days' : 'nothing',
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
