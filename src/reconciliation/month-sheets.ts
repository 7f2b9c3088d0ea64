import { BACK_WORDS } from '../blocks/back-words.ts';
import { formatAed } from '../blocks/money-and-time.ts';
import { dayOf, describeSpan, spanOfDays } from '../calendar/date-span.ts';
import { isReturned, type Movement, nameOut } from '../figures/movements.ts';
import { PAYOUT_STATES } from '../figures/payout-states.ts';
import { rowOf } from '../links/sale/display-states.ts';
import { groupByAge } from '../payouts/sum-due.ts';
import { describeFaults, VERDICTS } from '../payouts/tie-out-words.ts';
import {
  buildSheet,
  type Column,
  numberColumn as count,
  moneyColumn as money,
  type Sheet,
  textColumn as text,
  timeColumn as time,
} from '../tables/table.ts';
import {
  type Bridge,
  type BridgeLine,
  chargedBackFils,
  feeFils,
  netFils,
  receivedFils,
  refundedFils,
} from './bridge.ts';
import { type Difference, differenceOf } from './list-differences.ts';
import type { MonthFigures } from './month-figures.ts';
import { type MonthLink, type OwingSale, type OwnRecords, sumBack } from './month-links.ts';
import {
  type PlacedPayout,
  type PlacedTransaction,
  paidOut,
  statedOf,
  type TiedMonth,
  type Whereabouts,
} from './tie-month.ts';

/**
 * The sheets of a month, in reading order, without empty ones. Their totals are the month's: records of neighbouring months that
 * belong with them are in sheets of their own, without totals.
 */
export const buildMonthSheets = (
  { payouts, transactions }: TiedMonth,
  own: OwnRecords,
  { bridge, differences, changed, ...dates }: MonthFacts,
): Sheet[] => [
  buildSheet('Bridge', BRIDGE, [
    ...bridge.lines,
    ...listOwing(own, dates.now),
    describeDates(dates),
    ...listChanges(changed, dates),
  ]),
  ...fill('Differences', DIFFERENCES, differences),
  ...fill('Payouts', PAYOUTS, payouts.filter(isOfMonth)),
  ...fill('Transactions', TRANSACTIONS, withLinks(transactions.filter(isOfMonth), own.linkOf)),
  ...fill('Links', LINKS, own.links),
  ...fill(TO_REFUND, OWING, own.toRefund),
  ...fill(TO_COME, OWING, own.toCome),
  ...buildNeighbours('Payouts', PAYOUTS, payouts),
  ...buildNeighbours('Transactions', TRANSACTIONS, withLinks(transactions, own.linkOf)),
];

interface MonthFacts {
  bridge: Bridge;
  differences: readonly Difference[];
  changed: MonthFigures['changed'];
  /** The first moment whose transactions were read. */
  since: number;
  now: number;
  timeZone: string;
}

const NO_SUM = { fils: null, rows: null, sheet: null };

const describeDates = ({
  since,
  now,
  timeZone,
}: Pick<MonthFacts, 'since' | 'now' | 'timeZone'>): BridgeLine => ({
  ...NO_SUM,
  what: `To be paid out: of what came since ${nameDay(since, timeZone)}. Owed to and by customers: as of ${nameDay(now, timeZone)}`,
});

/** A month that is over, and no longer the same. */
const listChanges = (
  changed: MonthFacts['changed'],
  { timeZone }: Pick<MonthFacts, 'timeZone'>,
): BridgeLine[] =>
  (changed?.figures ?? []).map(({ what, wasFils, fils }) => ({
    ...NO_SUM,
    what: `Changed since the file of ${nameDay(changed?.since ?? 0, timeZone)}: ${what}, ${wasFils === null ? 'not known' : formatAed(wasFils)} then, now`,
    fils,
  }));

/** `Tue 10 Nov 2026` */
const nameDay = (at: number, timeZone: string): string => {
  const day = dayOf(at, timeZone);
  return describeSpan(spanOfDays(day, day, timeZone), timeZone);
};

const isOfMonth = (row: { isOfMonth: boolean }): boolean => row.isOfMonth;

const withLinks = (
  transactions: readonly PlacedTransaction[],
  linkOf: OwnRecords['linkOf'],
): LinkedTransaction[] => transactions.map((one) => ({ ...one, link: linkOf.get(one) ?? null }));

/** No sheet if there are none. */
const fill = <Row>(name: string, fields: readonly Column<Row>[], rows: readonly Row[]): Sheet[] =>
  rows.length === 0 ? [] : [buildSheet(name, fields, rows)];

const buildNeighbours = <Row extends { isOfMonth: boolean }>(
  name: string,
  fields: readonly Column<Row>[],
  rows: readonly Row[],
): Sheet[] =>
  fill(
    `${name} of other months`,
    fields.map((field) => ({ ...field, isSummed: false })),
    rows.filter((row) => !row.isOfMonth),
  );

const TO_REFUND = 'Owed to customers';
const TO_COME = 'Owed by customers';
const DAY_MS = 86_400_000;
const AGES = [
  { words: 'older than 90 days', fromMs: 90 * DAY_MS },
  { words: '31 to 90 days old', fromMs: 30 * DAY_MS },
  { words: '8 to 30 days old', fromMs: 7 * DAY_MS },
  { words: 'up to 7 days old', fromMs: Number.NEGATIVE_INFINITY },
] as const;

/** Below the bridge: what is owed to and by customers, as it stands now, of all months. */
const listOwing = ({ toRefund, toCome }: OwnRecords, now: number): BridgeLine[] => [
  ...(toRefund.length === 0 ? [] : [sumOwing(TO_REFUND, 'more came than was due', toRefund)]),
  ...groupByAge(toCome, ({ madeAt }) => now - madeAt, AGES).map(({ words, rows }) =>
    sumOwing(TO_COME, words, rows),
  ),
];

const sumOwing = (sheet: string, words: string, sales: readonly OwingSale[]): BridgeLine => ({
  ...{ what: `${sheet}, ${words}`, sheet, rows: sales.length },
  fils: sales.reduce((all, { fils }) => all + fils, 0),
});

const BRIDGE: readonly Column<BridgeLine>[] = [
  text('Line', ({ what }) => what),
  { ...money('AED', ({ fils }) => fils), isSummed: false },
  count('Rows', ({ rows }) => rows),
  text('Sheet', ({ sheet }) => sheet),
];

const OWING: readonly Column<OwingSale>[] = [
  time('Made', ({ madeAt }) => madeAt),
  text('Invoice ID', ({ invoiceId }) => invoiceId),
  text('Customer', ({ customer }) => customer),
  text('Status', ({ state }) => rowOf(state).label.replace(/^\S+ /, '')),
  money('Due (AED)', ({ dueFils }) => dueFils),
  money('Received (AED)', ({ receivedFils }) => receivedFils),
  money('Went back (AED)', ({ backFils }) => backFils),
  money('Owed (AED)', ({ fils }) => fils),
  text('Is now with', ({ ownerName }) => ownerName),
];

const PAYOUTS: readonly Column<PlacedPayout>[] = [
  time('Made', ({ payout }) => payout.at),
  text('Payout ID', ({ payout }) => payout.id),
  text('Status', ({ payout }) => PAYOUT_STATES[payout.state]),
  money('Gross (AED)', (one) => paidOut(one)?.grossFils ?? null),
  money('Fee (AED)', (one) => paidOut(one)?.feeFils ?? null),
  money('Net (AED)', (one) => paidOut(one)?.netFils ?? null),
  money('Came back (AED)', (one) =>
    one.payout.state === 'came-back' ? (statedOf(one)?.netFils ?? null) : null,
  ),
  text('Proof', ({ verdict }) => VERDICTS[verdict]),
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
    case 'likely':
      return 'Likely: the payout has the sum of its day';
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
  'payout' in where ? where.payout.payout.id : (transaction.payoutIds[0] ?? null);
const paidOutAt = ({ where }: PlacedTransaction): number | null =>
  'payout' in where && where.is !== 'came-back' ? where.payout.payout.at : null;

const isMoved = ({ where }: PlacedTransaction): boolean => where.is !== 'none' && where.is !== 'unclear';

type LinkedTransaction = PlacedTransaction & { link: MonthLink | null };

const NOT_OURS = 'Not made with Paylink';

/** A payment that no link of this workspace has the invoice ID or order ID of. Nothing is wrong with it. */
const isForeign = ({ transaction, where }: PlacedTransaction, link: MonthLink | null): boolean =>
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
  money('Owed at the month’s start (AED)', (one) => (one.isOwed.atStart ? netFils(one) : null)),
  money('Owed at the month’s end (AED)', (one) => (one.isOwed.atEnd ? netFils(one) : null)),
  text('Payout ID', payoutIdOf),
  time('Paid out', paidOutAt),
  text('How sure', ({ where }) => describeWhere(where)),
  text('Link made by', ({ link, ...one }) => link?.creator ?? (isForeign(one, link) ? NOT_OURS : null)),
  text('Link is now with', ({ link }) => link?.owner ?? null),
  text('Service status', ({ transaction }) => transaction.status),
];

/** Each total is of the month: of what came or went back in it. */
const LINKS: readonly Column<MonthLink>[] = [
  time('Made', ({ createdAt }) => createdAt),
  text('Invoice ID', ({ invoiceId }) => invoiceId),
  text('Customer', ({ customer }) => customer),
  { ...money('Asked (AED)', ({ amountFils }) => amountFils), isSummed: false },
  text('Status', ({ state }) => state),
  text('Service status', ({ word }) => word),
  time('Paid', ({ paidAt }) => paidAt),
  money('Received in the month (AED)', ({ monthPaidFils }) => monthPaidFils),
  time('Refunded', ({ monthRefunds }) => monthRefunds.at(-1)?.at ?? null),
  money('Refunded in the month (AED)', ({ monthRefunds }) => sumBack(monthRefunds, false) || null),
  money('Charged back in the month (AED)', ({ monthRefunds }) => sumBack(monthRefunds, true) || null),
  text('Made by', ({ creator }) => creator),
  text('Is now with', ({ owner }) => owner),
  text('Transaction ID', ({ payments }) => joined(payments.map(({ transaction }) => transaction.id))),
  money('Fee (AED)', ({ payments }) => sumOrNull(payments, feeFils)),
  money('Net (AED)', ({ payments }) => sumOrNull(payments, netFils)),
  text('Payout ID', ({ payments }) => joined(payments.map(payoutIdOf))),
  text('How sure', ({ payments }) => joined(payments.map(({ where }) => describeWhere(where)))),
  text('Batch', ({ batch }) => batch),
  text('Order ID', ({ orderId }) => orderId),
];

const joined = (parts: readonly (string | null)[]): string | null =>
  [...new Set(parts.filter((part) => part !== null))].join(', ') || null;

/** Null: it has none. */
const sumOrNull = <One>(some: readonly One[], of: (one: One) => number): number | null =>
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
