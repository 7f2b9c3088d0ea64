import { chargedBackFils as chargedBack, feeFils as fee, netFils as net } from '../figures/movements.ts';
import { describeColumns } from '../listings/listing-words.ts';
import { sumPaid } from '../payouts/payout-record.ts';
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

/** Integer fils. Null: not known. */
export interface Bridge {
  lines: readonly BridgeLine[];
  receivedFils: number;
  refundedFils: number;
  chargedBackFils: number;
  feeFils: number;
  paidOutFils: number | null;
  /** What the service owed at the end of the month: received, and in no payout until then. */
  owedFils: number | null;
  /** What the payouts of the month paid beyond what the rows account for; less than nothing if they paid less. */
  unexplainedFils: number | null;
}

/**
 * From what the service owed when the month began to what it owed at its end. Each line is the sum of its own rows; what they do
 * not explain has a line of its own. Pure.
 */
export const buildBridge = ({ payouts, transactions, basis }: TiedMonth): Bridge => {
  const ofMonth = transactions.filter((one) => one.isOfMonth);
  const paid = payouts.filter((one) => one.isOfMonth && one.payout.state !== 'came-back');
  const line = (what: string, rows: readonly PlacedTransaction[], of: FilsOf, sheet = 'Transactions') => {
    const moved = rows.filter((one) => of(one) !== 0);
    return { what, fils: sum(moved.map(of)), rows: moved.length, sheet };
  };
  const owed = (what: string, rows: readonly PlacedTransaction[], sheet: string): BridgeLine =>
    UNKNOWN[basis] !== undefined
      ? { what: `${what}: not known, ${UNKNOWN[basis]}`, fils: null, rows: null, sheet: null }
      : line(`${what}${basis === 'days' ? ', likely' : ''}`, rows, netFils, sheet);
  const [OTHERS, OWN] = ['Transactions of other months', 'Transactions'];
  const came = line('Received in the month', ofMonth, receivedFils);
  const back = line('Refunded in the month', ofMonth, (one) => -refundedFils(one));
  const taken = line('Charged back in the month', ofMonth, (one) => -chargedBackFils(one));
  const fees = line('Fees of these', ofMonth, (one) => -feeFils(one));
  const start = owed(
    'To be paid out when the month began',
    transactions.filter((one) => one.isOwed.atStart),
    OTHERS,
  );
  const end = owed(
    'To be paid out at the end of the month',
    transactions.filter((one) => one.isOwed.atEnd),
    OWN,
  );
  const { fils, columns, isNetStated } =
    basis === 'no-list'
      ? { fils: null, columns: [], isNetStated: true }
      : sumPaid(paid.filter((one) => paidOut(one) !== null));
  const moved = [came, back, taken, fees];
  const unexplainedFils =
    fils === null || start.fils === null || end.fils === null
      ? null
      : fils + end.fils - start.fils - sum(moved.map((one) => one.fils));
  const notKnown =
    fils === null
      ? `: not known${describeColumns(columns)}`
      : isNetStated
        ? ''
        : ', before or after fees: not stated';
  return {
    lines: [
      start,
      ...moved.filter((one) => one === came || one.rows > 0),
      {
        what: `Paid out in the month${notKnown}`,
        ...{ fils: fils === null ? null : 0 - fils, rows: paid.length, sheet: 'Payouts' },
      },
      ...((unexplainedFils ?? 0) === 0
        ? []
        : [{ what: 'Not explained', fils: unexplainedFils, rows: null, sheet: null }]),
      end,
    ],
    ...{
      receivedFils: came.fils,
      refundedFils: 0 - back.fils,
      chargedBackFils: 0 - taken.fils,
      feeFils: 0 - fees.fils,
    },
    ...{ paidOutFils: fils, owedFils: end.fils, unexplainedFils },
  };
};

const UNKNOWN: Partial<Record<TiedMonth['basis'], string>> = {
  nothing: 'the service’s records name no payout',
  'no-list': 'the service’s answer had no list of payouts',
};

type FilsOf = (one: PlacedTransaction) => number;

const sum = (fils: readonly number[]): number => fils.reduce((all, one) => all + one, 0);

/** Each as it counts for a payout. */
export const receivedFils: FilsOf = ({ transaction }) => transaction.receivedFils;
/** What banks took is apart. */
export const refundedFils: FilsOf = ({ transaction }) => transaction.backFils - chargedBack(transaction);
export const chargedBackFils: FilsOf = ({ transaction }) => chargedBack(transaction);
export const feeFils: FilsOf = ({ transaction }) => fee(transaction);
export const netFils: FilsOf = ({ transaction }) => net(transaction);
