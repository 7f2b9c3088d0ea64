import type { PaidTransaction } from './paid-transaction.ts';
import type { PayoutRecord } from './payout-record.ts';

const isPayment = ({ moves }: PaidTransaction): boolean => moves === 'in' || moves === 'returned';

/** A payment, before refunds and fees. */
export const receivedFils = (one: PaidTransaction): number => (isPayment(one) ? one.amountFils : 0);

/** What went back by a row of its own, or as the payment’s own row says; each fils once. */
export const refundedFils = (one: PaidTransaction): number => {
  if (one.moves === 'out') return one.amountFils;
  return isPayment(one) ? one.backFils - one.backInRowsFils : 0;
};

/** Nothing where the record says none. */
export const feeFils = (one: PaidTransaction): number =>
  isPayment(one) || one.moves === 'out' ? (one.feeFils ?? 0) : 0;

/** What it adds to the money to be paid out, before fees. */
export const leftFils = (one: PaidTransaction): number => receivedFils(one) - refundedFils(one);

/** What it adds to a payout. */
export const netFils = (one: PaidTransaction): number => leftFils(one) - feeFils(one);

/** What transactions come to, in integer fils. */
export interface MoneySums {
  count: number;
  payments: number;
  refunds: number;
  receivedFils: number;
  /** Refunds in rows of their own. */
  outFils: number;
  /** These, and those that only the payments’ own rows show. */
  refundedFils: number;
  feeFils: number;
  netFils: number;
  /** Payments that do not say their fee: the net is less by it. */
  withoutFee: number;
  /** Their money can’t be read. */
  unreadable: number;
}

export const sumMoney = (transactions: readonly PaidTransaction[]): MoneySums => {
  const count = (is: (one: PaidTransaction) => boolean) => transactions.filter(is).length;
  const sum = (of: (one: PaidTransaction) => number) => transactions.reduce((fils, one) => fils + of(one), 0);
  return {
    count: transactions.length,
    payments: count(isPayment),
    refunds: count(({ moves }) => moves === 'out'),
    receivedFils: sum(receivedFils),
    outFils: sum((one) => (one.moves === 'out' ? one.amountFils : 0)),
    refundedFils: sum(refundedFils),
    feeFils: sum(feeFils),
    netFils: sum(netFils),
    withoutFee: count((one) => isPayment(one) && one.feeFils === null),
    unreadable: count(({ moves }) => moves === 'unclear'),
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
  sums: MoneySums,
): Check => {
  const { grossFils, netFils, amountFils } = payout;
  const { receivedFils, outFils, refundedFils } = sums;
  const grosses = [...new Set([receivedFils - outFils, receivedFils, receivedFils - refundedFils])];
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
    const takenOff = [0, outFils, refundedFils - outFils, refundedFils];
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
