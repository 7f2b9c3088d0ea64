import { BACK_WORDS } from '../blocks/back-words.ts';
import { nameZone } from '../blocks/money-and-time.ts';
import { isReturned, type Movement, nameOut } from '../figures/movements.ts';
import type { PayoutState } from '../payouts/payout-record.ts';
import { describeFaults, EVIDENCE, VERDICTS } from '../payouts/tie-out-words.ts';
import {
  buildSheet,
  type Column,
  numberColumn as count,
  moneyColumn as money,
  type Sheet,
  textColumn as text,
  timeColumn as time,
} from '../reports/table.ts';
import type { BatchState } from '../store/batch.ts';
import {
  type BridgeLine,
  buildBridge,
  chargedBackFils,
  feeFils,
  isInPayoutOfMonth,
  netFils,
  receivedFils,
  refundedFils,
} from './bridge.ts';
import { type Difference, differenceOf } from './list-differences.ts';
import { type MonthBatch, type MonthLink, type OwnRecords, sumBack } from './month-links.ts';
import {
  type PlacedPayout,
  type PlacedTransaction,
  paidOut,
  statedOf,
  type TiedMonth,
  type Whereabouts,
} from './tie-month.ts';

/**
 * The sheets of a month, in reading order. Their totals are the month's: records of neighbouring months that belong with them
 * are in sheets of their own, without totals.
 */
export const buildMonthSheets = (
  { payouts, transactions }: TiedMonth,
  { links, batches, linkOf }: OwnRecords,
  differences: readonly Difference[],
  timeZone: string,
): Sheet[] => [
  buildSheet('Bridge', BRIDGE, [...buildBridge({ payouts, transactions }).lines, ...describeTimes(timeZone)]),
  buildSheet('Payouts', PAYOUTS, payouts.filter(isOfMonth)),
  buildSheet('Transactions', TRANSACTIONS, withLinks(transactions.filter(isOfMonth), linkOf)),
  buildSheet('Links', LINKS, links),
  buildSheet('Differences', DIFFERENCES, differences),
  buildSheet('Batches', BATCHES, batches),
  ...buildNeighbours('Payouts', PAYOUTS, payouts),
  ...buildNeighbours('Transactions', TRANSACTIONS, withLinks(transactions, linkOf)),
];

const isOfMonth = (row: { isOfMonth: boolean }): boolean => row.isOfMonth;

const withLinks = (
  transactions: readonly PlacedTransaction[],
  linkOf: OwnRecords['linkOf'],
): LinkedTransaction[] => transactions.map((one) => ({ ...one, link: linkOf.get(one) ?? null }));

/** No sheet if there are none. */
function buildNeighbours<Row extends { isOfMonth: boolean }>(
  name: string,
  fields: readonly Column<Row>[],
  rows: readonly Row[],
): Sheet[] {
  const others = rows.filter((row) => !row.isOfMonth);
  const unsummed = fields.map((field) => ({ ...field, isSummed: false }));
  return others.length === 0 ? [] : [buildSheet(`${name} of other months`, unsummed, others)];
}

/** Below the bridge: which times count in this file. */
const describeTimes = (timeZone: string): BridgeLine[] =>
  [
    '',
    'Links made with Paylink count by the times of their payments and refunds, whenever Paylink saw them.',
    'Payouts and transactions are as the payment service listed them when this file was made.',
    `All times are those of ${nameZone(timeZone)}.`,
  ].map((what) => ({ what, fils: null, rows: null, sheet: null }));

const BRIDGE: readonly Column<BridgeLine>[] = [
  text('Line', ({ what }) => what),
  { ...money('AED', ({ fils }) => fils), isSummed: false },
  count('Rows', ({ rows }) => rows),
  text('Sheet', ({ sheet }) => sheet),
];

const PAYOUT_STATES: Record<PayoutState, string> = {
  'paid-out': 'Paid out',
  'on-its-way': 'On its way',
  'came-back': 'Came back',
  unclear: 'Not known',
};

const PAYOUTS: readonly Column<PlacedPayout>[] = [
  time('Made', ({ payout }) => payout.at),
  text('Payout ID', ({ payout }) => payout.id),
  text('State', ({ payout }) => PAYOUT_STATES[payout.state]),
  money('Gross (AED)', (one) => paidOut(one)?.grossFils ?? null),
  money('Fee (AED)', (one) => paidOut(one)?.feeFils ?? null),
  money('Net (AED)', (one) => paidOut(one)?.netFils ?? null),
  money('Came back (AED)', (one) =>
    one.payout.state === 'came-back' ? (statedOf(one)?.netFils ?? null) : null,
  ),
  text('Proof', ({ verdict }) => VERDICTS[verdict]),
  text('Joined by', ({ evidence }) => (evidence === null ? null : EVIDENCE[evidence])),
  count('Transactions', ({ evidence, sums }) => (evidence === null ? null : sums.count)),
  money('Their sum (AED)', ({ evidence, sums }) =>
    evidence === null ? null : sums.receivedFils - sums.outFils,
  ),
  money('Their fees (AED)', ({ evidence, sums }) => (evidence === null ? null : sums.feeFils)),
  money('Difference (AED)', differenceOf),
  text('Remarks', (tied) => describeFaults(tied).join(' ') || null),
  text('Bank reference', ({ payout }) => payout.bankReference),
  text('Service status', ({ payout }) => payout.status),
];

const MOVEMENTS: Record<Exclude<Movement['kind'], 'back'>, string> = {
  payment: 'Payment',
  none: 'No money moved',
  unclear: 'Cannot be read',
};

const nameMovement = (one: PlacedTransaction['transaction']): string => {
  if (isReturned(one)) return `Payment, ${BACK_WORDS[one.back].done} since`;
  return one.kind === 'back' ? nameOut(one) : MOVEMENTS[one.kind];
};

/** Whether the transaction is in its payout, and how sure that is. */
const describeWhere = (where: Whereabouts): string | null => {
  switch (where.is) {
    case 'payout':
      return where.payout.verdict === 'off'
        ? 'Joined by id; the payout does not add up'
        : 'Sure: joined by id';
    case 'came-back':
      return 'In a payout that came back: due again';
    case 'elsewhere':
      return 'Names a payout that is not here';
    case 'due':
      return 'In no payout yet';
    case 'untold':
      return 'The service does not say';
    case 'unclear':
      return 'Cannot be read';
    case 'none':
      return null;
  }
};

const payoutIdOf = ({ transaction, where }: PlacedTransaction): string | null =>
  where.is === 'payout' || where.is === 'came-back'
    ? where.payout.payout.id
    : (transaction.payoutIds[0] ?? null);
const paidOutAt = ({ where }: PlacedTransaction): number | null =>
  where.is === 'payout' ? where.payout.payout.at : null;

const isMoved = ({ where }: PlacedTransaction): boolean => where.is !== 'none' && where.is !== 'unclear';

type LinkedTransaction = PlacedTransaction & { link: MonthLink | null };

const NOT_OURS = 'Not made with Paylink';

/** A payment that no link of this workspace has the invoice ID or order ID of. Nothing is wrong with it. */
export const isForeign = ({ transaction, where }: PlacedTransaction, link: MonthLink | null): boolean =>
  link === null && where.is !== 'none' && transaction.kind !== 'back';

const TRANSACTIONS: readonly Column<LinkedTransaction>[] = [
  time('Made', ({ transaction }) => transaction.at),
  text('Transaction ID', ({ transaction }) => transaction.id),
  text('Invoice ID', ({ transaction }) => transaction.reference),
  text('Order ID', ({ transaction }) => transaction.orderId),
  text('What', ({ transaction }) => nameMovement(transaction)),
  money('Received (AED)', (one) => receivedFils(one) || null),
  money('Refunded (AED)', (one) => refundedFils(one) || null),
  money('Charged back (AED)', (one) => chargedBackFils(one) || null),
  money('Counts as (AED)', (one) =>
    isMoved(one) ? receivedFils(one) - refundedFils(one) - chargedBackFils(one) : null,
  ),
  money('Fee (AED)', (one) => (isMoved(one) ? feeFils(one) : null)),
  money('Net (AED)', (one) => (isMoved(one) ? netFils(one) : null)),
  money('Net, in a payout of the month (AED)', (one) => (isInPayoutOfMonth(one) ? netFils(one) : null)),
  text('Payout ID', payoutIdOf),
  time('Paid out', paidOutAt),
  text('How sure', ({ where }) => describeWhere(where)),
  text('Link made by', ({ link, ...one }) => link?.creator ?? (isForeign(one, link) ? NOT_OURS : null)),
  text('Link is now with', ({ link }) => link?.owner ?? null),
  text('Service status', ({ transaction }) => transaction.status),
];

/** Each total is of the month: of what was made, came or went back in it. */
const LINKS: readonly Column<MonthLink>[] = [
  time('Made', ({ createdAt }) => createdAt),
  text('Invoice ID', ({ invoiceId }) => invoiceId),
  text('Customer', ({ customer }) => customer),
  { ...money('Asked (AED)', ({ amountFils }) => amountFils), isSummed: false },
  money('Made in the month (AED)', ({ isMade, isOfMonth, amountFils }) =>
    isMade && isOfMonth ? amountFils : null,
  ),
  text('State', ({ state }) => state),
  time('Paid', ({ paidAt }) => paidAt),
  { ...money('Paid (AED)', ({ paidFils }) => paidFils), isSummed: false },
  money('Received in the month (AED)', ({ monthPaidFils }) => monthPaidFils),
  time('Refunded', ({ refundedAt }) => refundedAt),
  money('Refunded in the month (AED)', ({ monthRefunds }) => sumBack(monthRefunds, false) || null),
  money('Charged back in the month (AED)', ({ monthRefunds }) => sumBack(monthRefunds, true) || null),
  text('Made by', ({ creator }) => creator),
  text('Is now with', ({ owner }) => owner),
  text('Transaction ID', ({ payments }) => joined(payments.map(({ transaction }) => transaction.id))),
  money('Fee (AED)', ({ payments }) => sumOf(payments, feeFils)),
  money('Net (AED)', ({ payments }) => sumOf(payments, netFils)),
  text('Payout ID', ({ payments }) => joined(payments.map(payoutIdOf))),
  text('How sure', ({ payments }) => joined(payments.map(({ where }) => describeWhere(where)))),
  text('Batch', ({ batch }) => batch),
  text('Order ID', ({ orderId }) => orderId),
];

const joined = (parts: readonly (string | null)[]): string | null =>
  [...new Set(parts.filter((part) => part !== null))].join(', ') || null;

/** Null: it has none. */
const sumOf = <One>(some: readonly One[], of: (one: One) => number): number | null =>
  some.length === 0 ? null : some.reduce((sum, one) => sum + of(one), 0);

const DIFFERENCES: readonly Column<Difference>[] = [
  text('What', ({ what }) => what),
  time('When', ({ at }) => at),
  text('Payout ID', ({ payoutId }) => payoutId),
  text('Transaction ID', ({ transactionId }) => transactionId),
  text('Invoice ID', ({ invoiceId }) => invoiceId),
  // Missing payouts and payments that came twice have no common sum.
  { ...money('Amount (AED)', ({ fils }) => fils), isSummed: false },
  text('Why', ({ why }) => why),
  text('What to do', ({ next }) => next),
];

const BATCH_STATES: Record<BatchState, string> = {
  preview: 'Preview',
  asked: 'Waiting for approval',
  running: 'Being made',
  paused: 'Paused',
  done: 'Made',
  cancelled: 'Cancelled',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
};

const BATCHES: readonly Column<MonthBatch>[] = [
  time('Made', ({ batch }) => batch.createdAt),
  text('File', ({ batch }) => batch.fileName),
  text('Made by', ({ batch }) => batch.creatorName),
  text('State', ({ batch }) => BATCH_STATES[batch.state]),
  count('Rows', ({ batch }) => batch.rows),
  money('Asked (AED)', ({ batch }) => batch.sumFils),
  count('Links', ({ counts }) => counts.made.rows),
  money('Links (AED)', ({ counts }) => counts.made.sumFils),
  count('Paid', ({ counts }) => counts.paid.rows),
  money('Paid (AED)', ({ counts }) => counts.paid.sumFils),
  money('Still to come (AED)', ({ counts }) => counts.missing.sumFils),
  money('Replaced (AED)', ({ counts }) => counts.replaced.sumFils),
  money('Expired (AED)', ({ counts }) => counts.expired.sumFils),
  money('To look into (AED)', ({ counts }) => counts.odd.sumFils + counts.checking.sumFils),
  // Rows that nobody chose were not asked for.
  money(
    'Not made (AED)',
    ({ batch, counts }) => batch.sumFils - counts.made.sumFils - counts.checking.sumFils,
  ),
];
