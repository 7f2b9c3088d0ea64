import type { PaidTransaction } from '../payouts/paid-transaction.ts';
import { type PlacedTransaction, paidOut, type TiedMonth } from './tie-month.ts';

/** Integer fils, signed as it counts. */
export interface BridgeLine {
  what: string;
  /** Null: nothing shows how much. */
  fils: number | null;
  /** Its rows, and the sheet that has them. */
  rows: number | null;
  sheet: string | null;
}

export interface Bridge {
  lines: readonly BridgeLine[];
  /** What the payouts of the month paid, less all that the other lines explain. */
  unexplainedFils: number;
}

/**
 * What was received in the month, step by step to what was paid out in it. Each line is the sum of its own rows; what they do
 * not explain has a line of its own. Pure.
 */
export const buildBridge = ({ payouts, transactions }: TiedMonth): Bridge => {
  const ofMonth = transactions.filter((one) => one.isOfMonth);
  const paid = payouts.filter((one) => one.isOfMonth && one.payout.state !== 'came-back');
  const isJoined = paid.some((payout) => transactions.some((one) => payoutOf(one) === payout));
  const line = (what: string, rows: readonly PlacedTransaction[], of: FilsOf, sheet = 'Transactions') => {
    const moved = rows.filter((one) => of(one) !== 0);
    return { what, fils: sum(moved.map(of)), rows: moved.length, sheet };
  };
  const unknown = (what: string): BridgeLine => ({
    what: `${what}: the service’s records name no payout`,
    ...{ fils: null, rows: null, sheet: null },
  });
  const lines: BridgeLine[] = [
    line('Received in the month', ofMonth, receivedFils),
    line('Refunded in the month', ofMonth, (one) => -refundedFils(one)),
    line('Fees of these', ofMonth, (one) => -feeFils(one)),
    ...(isJoined
      ? [
          line(
            'Of these, in no payout of the month',
            ofMonth.filter((one) => !isInPayoutOfMonth(one)),
            (one) => -netFils(one),
          ),
          line(
            'Paid out now, from other months',
            transactions.filter((one) => !one.isOfMonth && isInPayoutOfMonth(one)),
            netFils,
            'Transactions of other months',
          ),
        ]
      : [unknown('Of these, in no payout of the month'), unknown('Paid out now, from other months')]),
  ];
  const paidOutFils = sum(paid.map(({ payout }) => paidOut(payout)?.netFils ?? 0));
  const unexplainedFils = paidOutFils - sum(lines.map(({ fils }) => fils ?? 0));
  return {
    lines: [
      ...lines,
      { what: 'Not explained', fils: unexplainedFils, rows: null, sheet: null },
      { what: 'Paid out in the month', fils: paidOutFils, rows: paid.length, sheet: 'Payouts' },
    ],
    unexplainedFils,
  };
};

type FilsOf = (one: PlacedTransaction) => number;

const sum = (fils: readonly number[]): number => fils.reduce((all, one) => all + one, 0);

const payoutOf = ({ where }: PlacedTransaction) => (where.is === 'payout' ? where.payout : null);

export const isInPayoutOfMonth = (one: PlacedTransaction): boolean => payoutOf(one)?.isOfMonth === true;

const isPayment = ({ moves }: PaidTransaction): boolean => moves === 'in' || moves === 'returned';

/** A payment, before refunds and fees. */
export const receivedFils: FilsOf = ({ transaction }) =>
  isPayment(transaction) ? transaction.amountFils : 0;

/** What went back by a row of its own, or as the payment’s own row says; each fils once. */
export const refundedFils: FilsOf = ({ transaction }) => {
  const { moves, amountFils, backFils, backInRowsFils } = transaction;
  if (moves === 'out') return amountFils;
  return isPayment(transaction) ? backFils - backInRowsFils : 0;
};

/** Nothing where the record says none. */
export const feeFils: FilsOf = ({ transaction }) => {
  const { moves, amountFils, feeFils: fee, netFils: net } = transaction;
  if (!isPayment(transaction) && moves !== 'out') return 0;
  return fee ?? (isPayment(transaction) && net !== null ? amountFils - net : 0);
};

/** What it adds to a payout. */
export const netFils: FilsOf = (one) => receivedFils(one) - refundedFils(one) - feeFils(one);
