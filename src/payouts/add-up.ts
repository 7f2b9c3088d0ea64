import type { PaidTransaction } from './paid-transaction.ts';
import type { PayoutTold } from './payout-record.ts';

/** Sums over transactions, in integer fils. */
export interface TransactionSums {
  count: number;
  /** What came, refunds not taken off. */
  inFils: number;
  /** What went back in rows of their own. */
  outFils: number;
  /** What the payments' own rows say went back since. */
  backFils: number;
  feeFils: number;
  /** Payments that do not say their fee. */
  withoutFee: number;
  /** Transactions whose money nobody can read. */
  unreadable: number;
}

export const NO_SUMS: TransactionSums = {
  count: 0,
  inFils: 0,
  outFils: 0,
  backFils: 0,
  feeFils: 0,
  withoutFee: 0,
  unreadable: 0,
};

export const addTransaction = (sums: TransactionSums, one: PaidTransaction): TransactionSums => {
  const isPayment = one.moves === 'in' || one.moves === 'returned';
  return {
    count: sums.count + 1,
    inFils: sums.inFils + (isPayment ? one.amountFils : 0),
    outFils: sums.outFils + (one.moves === 'out' ? one.amountFils : 0),
    backFils: sums.backFils + one.backFils,
    feeFils: sums.feeFils + (one.feeFils ?? 0),
    withoutFee: sums.withoutFee + (isPayment && one.feeFils === null ? 1 : 0),
    unreadable: sums.unreadable + (one.moves === 'unclear' ? 1 : 0),
  };
};

/** The sums over what was added after `before` was taken. */
export const subtractSums = (after: TransactionSums, before: TransactionSums): TransactionSums => ({
  count: after.count - before.count,
  inFils: after.inFils - before.inFils,
  outFils: after.outFils - before.outFils,
  backFils: after.backFils - before.backFils,
  feeFils: after.feeFils - before.feeFils,
  withoutFee: after.withoutFee - before.withoutFee,
  unreadable: after.unreadable - before.unreadable,
});

/**
 * Where a payout and its transactions part. `inner`: the payout's own gross, fee and net do not agree with each
 * other. `count`: how many transactions; it spoils no proof, because the money decides.
 */
export interface Gap {
  of: 'gross' | 'fee' | 'net' | 'amount' | 'inner' | 'count';
  /** Integer fils, or a number of transactions. */
  told: number;
  found: number;
}

export interface Check {
  /** Whether at least one amount of the payout could be compared. */
  isChecked: boolean;
  gaps: Gap[];
}

/**
 * Compares what a payout says with the sums of its transactions. Its gross may be before or after refunds: the
 * interface does not say, so either is right, to the fils.
 */
export const checkSums = (
  told: Pick<PayoutTold, 'grossFils' | 'feeFils' | 'netFils' | 'amountFils' | 'count'>,
  sums: TransactionSums,
): Check => {
  const { grossFils, netFils, amountFils } = told;
  const grosses = [
    ...new Set([sums.inFils - sums.outFils, sums.inFils, sums.inFils - sums.outFils - sums.backFils]),
  ];
  const [gross = 0] = grosses;
  const ownFee = sums.withoutFee === 0 ? sums.feeFils : null;
  const fee = ownFee ?? told.feeFils;
  const gaps: Gap[] = [];
  const isGrossRight = grossFils !== null && grosses.includes(grossFils);
  if (grossFils !== null && !isGrossRight) gaps.push({ of: 'gross', told: grossFils, found: gross });
  if (told.feeFils !== null && ownFee !== null && told.feeFils !== ownFee)
    gaps.push({ of: 'fee', told: told.feeFils, found: ownFee });

  let isChecked = grossFils !== null;
  if (netFils !== null) {
    const isWithoutFee = grosses.includes(netFils);
    const isRight = fee !== null && grosses.some((one) => one - fee === netFils);
    if (fee !== null || isWithoutFee) {
      isChecked = true;
      if (!isRight && !(fee === null && isWithoutFee))
        gaps.push({ of: 'net', told: netFils, found: gross - (fee ?? 0) });
    } else if (isGrossRight && netFils > grossFils) {
      gaps.push({ of: 'net', told: netFils, found: grossFils });
    }
    const inner = grossFils === null || told.feeFils === null ? null : grossFils - told.feeFils;
    const takenOff = [0, sums.outFils, sums.backFils, sums.outFils + sums.backFils];
    if (inner !== null && !takenOff.some((one) => inner - one === netFils))
      gaps.push({ of: 'inner', told: netFils, found: inner });
  } else if (grossFils === null && amountFils !== null) {
    const isRight = grosses.some((one) => one === amountFils || (fee !== null && one - fee === amountFils));
    isChecked = isRight || fee !== null;
    if (!isRight && fee !== null) gaps.push({ of: 'amount', told: amountFils, found: gross - fee });
  }
  if (told.count !== null && told.count !== sums.count)
    gaps.push({ of: 'count', told: told.count, found: sums.count });
  return { isChecked, gaps };
};

export const spoilsProof = ({ of }: Gap): boolean => of !== 'count';
