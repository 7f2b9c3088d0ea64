import { leftFils, type PaidTransaction } from './paid-transaction.ts';
import type { TieOut } from './tie-out.ts';

/** Money still to be paid out, in integer fils, before fees. */
export interface DueSums {
  /** Including refunds. */
  count: number;
  paidFils: number;
  /** Refunds, in their own rows or in the payment's. */
  backFils: number;
  dueFils: number;
  /** Oldest first; ages without transactions are left out. */
  byAge: { words: string; fils: number; count: number }[];
  /** May be in an unproved payout. */
  maybe: { fils: number; count: number };
  unclear: number;
  elsewhere: number;
}

const DAY_MS = 86_400_000;
const AGES = [
  { words: 'Older than 14 days', fromMs: 14 * DAY_MS },
  { words: '8 to 14 days', fromMs: 7 * DAY_MS },
  { words: '4 to 7 days', fromMs: 3 * DAY_MS },
  { words: 'Up to 3 days', fromMs: Number.NEGATIVE_INFINITY },
] as const;

const sum = (transactions: readonly PaidTransaction[]): { fils: number; count: number } => ({
  fils: transactions.reduce((fils, one) => fils + leftFils(one), 0),
  count: transactions.length,
});

export const sumDue = (
  { due, maybeDue, unclear, elsewhere }: Pick<TieOut, 'due' | 'maybeDue' | 'unclear' | 'elsewhere'>,
  now: number,
): DueSums => {
  const payments = due.filter(({ moves }) => moves !== 'out');
  const paidFils = payments.reduce((fils, one) => fils + one.amountFils, 0);
  const dueFils = sum(due).fils;
  let left = due;
  const byAge = AGES.flatMap(({ words, fromMs }) => {
    const isThisOld = ({ at }: PaidTransaction) => now - (at ?? now) >= fromMs;
    const these = left.filter(isThisOld);
    left = left.filter((one) => !isThisOld(one));
    return these.length === 0 ? [] : [{ words, ...sum(these) }];
  });
  return {
    count: due.length,
    paidFils,
    backFils: paidFils - dueFils,
    dueFils,
    byAge,
    maybe: sum(maybeDue),
    unclear: unclear.length,
    elsewhere: elsewhere.length,
  };
};
