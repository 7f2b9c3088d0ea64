import { chargedBackFils as chargedBack, feeFils as fee, netFils as net } from '../figures/movements.ts';
import { sumPaid } from '../payouts/payout-record.ts';
import { describeColumns } from '../reports/report-words.ts';
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
    ...(ofMonth.some((one) => chargedBackFils(one) !== 0)
      ? [line('Charged back in the month', ofMonth, (one) => -chargedBackFils(one))]
      : []),
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
  const { fils, columns } = sumPaid(paid.filter((one) => paidOut(one) !== null));
  const unexplainedFils = fils === null ? 0 : fils - sum(lines.map((one) => one.fils ?? 0));
  const notKnown = fils === null ? `: not known${describeColumns(columns)}` : '';
  return {
    lines: [
      ...lines,
      { what: 'Not explained', fils: fils === null ? null : unexplainedFils, rows: null, sheet: null },
      { what: `Paid out in the month${notKnown}`, fils, rows: paid.length, sheet: 'Payouts' },
    ],
    unexplainedFils,
  };
};

type FilsOf = (one: PlacedTransaction) => number;

const sum = (fils: readonly number[]): number => fils.reduce((all, one) => all + one, 0);

const payoutOf = ({ where }: PlacedTransaction) => (where.is === 'payout' ? where.payout : null);

export const isInPayoutOfMonth = (one: PlacedTransaction): boolean => payoutOf(one)?.isOfMonth === true;

/** Each as it counts for a payout. */
export const receivedFils: FilsOf = ({ transaction }) => transaction.receivedFils;
/** What banks took is apart. */
export const refundedFils: FilsOf = ({ transaction }) => transaction.backFils - chargedBack(transaction);
export const chargedBackFils: FilsOf = ({ transaction }) => chargedBack(transaction);
export const feeFils: FilsOf = ({ transaction }) => fee(transaction);
export const netFils: FilsOf = ({ transaction }) => net(transaction);
