import type { PaidTransaction } from './paid-transaction.ts';
import type { PayoutRecord } from './payout-record.ts';

/** Sums over transactions, in integer fils. */
export interface TransactionSums {
  count: number;
  /** Payments, before refunds. */
  inFils: number;
  /** Refunds in their own rows. */
  outFils: number;
  /** Refunds that the payments' own rows show. */
  backFils: number;
  feeFils: number;
  /** Payments that do not say their fee. */
  withoutFee: number;
  /** Transactions whose money can't be read. */
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

/**
 * A difference between a payout and its transactions. `inner`: the payout's own gross, fee and net do not agree.
 * `count`: the number of transactions, which spoils no proof, because the money decides.
 */
export interface Gap {
  of: 'gross' | 'fee' | 'net' | 'amount' | 'inner' | 'count';
  /** What the payout states, in integer fils or a number of transactions. */
  stated: number;
  /** What its transactions add up to. */
  summed: number;
}

export interface Check {
  /** At least one amount of the payout could be compared. */
  isChecked: boolean;
  gaps: Gap[];
}

/**
 * Compares a payout with the sums of its transactions. The interface does not say whether its gross is before or after
 * refunds, so either is right, to the fils.
 */
export const checkSums = (
  payout: Pick<PayoutRecord, 'grossFils' | 'feeFils' | 'netFils' | 'amountFils' | 'count'>,
  sums: TransactionSums,
): Check => {
  const { grossFils, netFils, amountFils } = payout;
  const grosses = [
    ...new Set([sums.inFils - sums.outFils, sums.inFils, sums.inFils - sums.outFils - sums.backFils]),
  ];
  const [gross = 0] = grosses;
  const ownFee = sums.withoutFee === 0 ? sums.feeFils : null;
  const fee = ownFee ?? payout.feeFils;
  const gaps: Gap[] = [];
  const isGrossRight = grossFils !== null && grosses.includes(grossFils);
  if (grossFils !== null && !isGrossRight) gaps.push({ of: 'gross', stated: grossFils, summed: gross });
  if (payout.feeFils !== null && ownFee !== null && payout.feeFils !== ownFee)
    gaps.push({ of: 'fee', stated: payout.feeFils, summed: ownFee });

  let isChecked = grossFils !== null;
  if (netFils !== null) {
    const isWithoutFee = grosses.includes(netFils);
    const isRight = fee !== null && grosses.some((one) => one - fee === netFils);
    if (fee !== null || isWithoutFee) {
      isChecked = true;
      if (!isRight && !(fee === null && isWithoutFee))
        gaps.push({ of: 'net', stated: netFils, summed: gross - (fee ?? 0) });
    } else if (isGrossRight && netFils > grossFils) {
      gaps.push({ of: 'net', stated: netFils, summed: grossFils });
    }
    const inner = grossFils === null || payout.feeFils === null ? null : grossFils - payout.feeFils;
    const takenOff = [0, sums.outFils, sums.backFils, sums.outFils + sums.backFils];
    if (inner !== null && !takenOff.some((one) => inner - one === netFils))
      gaps.push({ of: 'inner', stated: netFils, summed: inner });
  } else if (grossFils === null && amountFils !== null) {
    const isRight = grosses.some((one) => one === amountFils || (fee !== null && one - fee === amountFils));
    isChecked = isRight || fee !== null;
    if (!isRight && fee !== null) gaps.push({ of: 'amount', stated: amountFils, summed: gross - fee });
  }
  if (payout.count !== null && payout.count !== sums.count)
    gaps.push({ of: 'count', stated: payout.count, summed: sums.count });
  return { isChecked, gaps };
};

export const spoilsProof = ({ of }: Gap): boolean => of !== 'count';
