import type { SandboxPayout, SandboxTransaction } from './records.ts';
import { formatWallClock, moveDay, parseWallClock } from './wall-clock.ts';

interface PayoutRun {
  unsettled: readonly SandboxTransaction[];
  until: number;
  timeZone: string;
  /** Number of payouts so far. */
  made: number;
}

const FIRST_PAYOUT_ID = 7001;
const PAYOUT_HOUR = '10:00:00';

/**
 * One payout for each past morning. Transactions that are not due stay unsettled, and so do refunds that exceed the
 * payments.
 */
export const buildDuePayouts = ({
  unsettled,
  until,
  timeZone,
  made,
}: PayoutRun): { payouts: SandboxPayout[]; left: SandboxTransaction[] } => {
  const due = new Map<number, SandboxTransaction[]>();
  const left: SandboxTransaction[] = [];
  for (const transaction of unsettled) {
    const at = payoutMoment(transaction.createdAt, timeZone);
    if (at > until) left.push(transaction);
    else due.set(at, [...(due.get(at) ?? []), transaction]);
  }
  const payouts: SandboxPayout[] = [];
  let carried: SandboxTransaction[] = [];
  for (const [at, transactions] of [...due.entries()].sort(([one], [other]) => one - other)) {
    const payout = buildPayout([...carried, ...transactions], at, FIRST_PAYOUT_ID + made + payouts.length);
    if (payout.netFils > 0) payouts.push(payout);
    carried = payout.netFils > 0 ? [] : [...carried, ...transactions];
  }
  return { payouts, left: [...carried, ...left] };
};

/** The next morning. */
function payoutMoment(at: number, timeZone: string): number {
  const day = formatWallClock(at, timeZone).slice(0, 10);
  return parseWallClock(`${moveDay(day, 1)} ${PAYOUT_HOUR}`, timeZone) ?? at;
}

function buildPayout(transactions: readonly SandboxTransaction[], at: number, id: number): SandboxPayout {
  const grossFils = sum(
    transactions.map(({ status, amountFils }) => (status === 'REFUNDED' ? -amountFils : amountFils)),
  );
  const feeFils = sum(transactions.map((transaction) => transaction.feeFils));
  const moments = transactions.map((transaction) => transaction.createdAt);
  return {
    payoutId: String(id),
    createdAt: at,
    orderIds: transactions.map((transaction) => transaction.orderId),
    transactionIds: transactions.map(({ transactionId }) => transactionId),
    firstTransactionAt: Math.min(...moments),
    lastTransactionAt: Math.max(...moments),
    grossFils,
    feeFils,
    netFils: grossFils - feeFils,
    bankReference: `SANDBOX${String(id).padStart(8, '0')}`,
  };
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
