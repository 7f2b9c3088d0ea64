import type { MoneySums } from '../figures/movements.ts';
import type { PayoutRecord } from './payout-record.ts';

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
export const checkSums = (payout: PayoutRecord, sums: MoneySums): Check => {
  const { grossFils, netFils, amountFils } = payout;
  const { outFils, refundedFils } = sums;
  const grosses = listGrosses(sums);
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

/** The interface does not say whether it is before or after refunds. */
const listGrosses = ({ receivedFils, outFils, refundedFils }: MoneySums): number[] => [
  ...new Set([receivedFils - outFils, receivedFils, receivedFils - refundedFils]),
];

/** What reached the bank of a payout that adds up: which its single amount is, before or after fees, its transactions tell. */
export const provePaid = (
  { paid, amountFils, grossFils }: PayoutRecord,
  sums: MoneySums,
): PayoutRecord['paid'] => {
  const stated = amountFils ?? grossFils;
  if (paid.isNetStated || stated === null || sums.withoutFee > 0) return paid;
  const grosses = listGrosses(sums);
  if (grosses.some((gross) => gross - sums.feeFils === stated)) return { fils: stated, isNetStated: true };
  return grosses.includes(stated) ? { fils: stated - sums.feeFils, isNetStated: true } : paid;
};

export const spoilsProof = ({ of }: Gap): boolean => of !== 'count';
