import { leftFils } from '../payouts/paid-transaction.ts';
import type { TiedPayout } from '../payouts/tie-out.ts';
import { describeFaults, VERDICTS } from '../payouts/tie-out-words.ts';
import type { MonthLink, OwnRecords } from './month-links.ts';
import { movedFils, type PlacedTransaction, type TiedMonth } from './tie-month.ts';

/** Something that a person should look into. Plain text. */
export interface Difference {
  what: string;
  at: number | null;
  payoutId: string | null;
  transactionId: string | null;
  invoiceId: string | null;
  /** What it is about, in integer fils; null: no amount. */
  fils: number | null;
  why: string;
  next: string;
}

const DAY_MS = 86_400_000;
/** Payouts take a few days: what is younger is no difference yet. */
const USUAL_DAYS = 5;
/** A payment at the end of a month may stand among the transactions of the next. */
const EDGE_MS = DAY_MS;

/** Everything that does not agree, payouts first, in the order of time. `until`: the last moment that was read. */
export const listDifferences = (
  { payouts, transactions }: TiedMonth,
  { links }: Pick<OwnRecords, 'links'>,
  { span, until }: { span: { from: number; to: number }; until: number },
): Difference[] => [
  ...payouts.flatMap(differencesOfPayout),
  ...transactions.flatMap((one) => differencesOfTransaction(one, until)),
  ...links.flatMap((link) => differencesOfLink(link, span)),
];

function differencesOfPayout(tied: TiedPayout): Difference[] {
  const { payout, verdict } = tied;
  const about = {
    at: payout.at,
    payoutId: payout.id,
    transactionId: null,
    invoiceId: null,
    fils: differenceOf(tied),
  };
  const faults = describeFaults(tied);
  const differences: Difference[] = [];
  if (payout.state === 'came-back')
    differences.push({
      ...about,
      what: 'Payout came back',
      fils: payout.netFils ?? payout.amountFils,
      why: `The service says “${payout.word ?? ''}”: the money did not arrive.`,
      next: 'Check your bank details with the payment service; the money should come with a later payout.',
    });
  if (verdict === 'off')
    differences.push({
      ...about,
      what: `Payout: ${VERDICTS.off.toLowerCase()}`,
      why: faults.join(' '),
      next: 'Ask the payment service for the statement of this payout.',
    });
  if (verdict === 'not-provable' && payout.state !== 'came-back')
    differences.push({
      ...about,
      what: `Payout: ${VERDICTS['not-provable'].toLowerCase()}`,
      why: faults.join(' '),
      next: 'Compare it by hand with your bank statement.',
    });
  return differences;
}

/** What the payout says less what its transactions come to. */
export function differenceOf({ gaps }: Pick<TiedPayout, 'gaps'>): number | null {
  const gap = gaps.find(({ of }) => of === 'net' || of === 'amount') ?? gaps.find(({ of }) => of !== 'count');
  return gap === undefined ? null : gap.told - gap.found;
}

function differencesOfTransaction({ transaction, where }: PlacedTransaction, until: number): Difference[] {
  const { at, payoutId, id, reference, word } = transaction;
  const about = { at, payoutId, transactionId: id, invoiceId: reference, fils: movedFils(transaction) };
  const days = at === null ? 0 : Math.floor((until - at) / DAY_MS);
  const differences: Difference[] = [];
  if (where.is === 'due' && days > USUAL_DAYS)
    differences.push({
      ...about,
      what: 'In no payout yet',
      why: `It is ${days} days old, and no payout that was read holds it.`,
      next: 'Ask the payment service when it is paid out.',
    });
  if (where.is === 'maybe' && days > USUAL_DAYS)
    differences.push({
      ...about,
      what: 'Perhaps in no payout',
      why: `It is ${days} days old and in no payout, unless it is in one that cannot be proved.`,
      next: 'Look for it in the statements of the payouts that cannot be proved.',
    });
  if (where.is === 'elsewhere')
    differences.push({
      ...about,
      what: 'Its payout is missing',
      why: `It names payout ${payoutId}, which is not among those of these days.`,
      next: 'Look for that payout in the payment service’s dashboard.',
    });
  if (where.is === 'unclear')
    differences.push({
      ...about,
      what: 'Cannot be read',
      fils: null,
      why: `Paylink cannot tell whether its money came, or how much${word === null ? '' : ` (“${word}”)`}.`,
      next: 'Look it up in the payment service’s dashboard.',
    });
  return differences;
}

function differencesOfLink(link: MonthLink, span: { from: number; to: number }): Difference[] {
  const { amountFils, paidFils, refundedFils, paidAt, payments } = link;
  const about = {
    at: paidAt ?? link.createdAt,
    payoutId: null,
    transactionId: null,
    invoiceId: link.invoiceId,
  };
  const isPaidWithin = paidAt !== null && paidAt >= span.from + EDGE_MS && paidAt <= span.to - EDGE_MS;
  const differences: Difference[] = [];
  if (link.isPaid && isPaidWithin && payments.length === 0)
    differences.push({
      ...about,
      what: 'Paid, and not among the transactions',
      fils: amountFils,
      why: 'Paylink knows of its payment, and the transactions of the month do not have it.',
      next: 'Look it up in the payment service’s dashboard.',
    });
  const isSettled = paidFils !== null && paidFils - (refundedFils ?? 0) === amountFils;
  if (paidFils !== null && paidFils !== amountFils && !isSettled && (link.isOfMonth || payments.length > 0))
    differences.push({
      ...about,
      what: 'Paid another amount than asked',
      fils: paidFils - amountFils,
      why: paidFils < amountFils ? 'Less came than was asked for.' : 'More came than was asked for.',
      next: 'Open Details of the link in Slack.',
    });
  const paid = payments.filter(({ transaction: { moves } }) => moves === 'in' || moves === 'returned');
  const cameFils = paid.reduce((sum, { transaction }) => sum + transaction.amountFils, 0);
  const leftByRows = payments.reduce((sum, { transaction }) => sum + leftFils(transaction), 0);
  // A refund of a later month is not among these rows.
  const tooMuchFils = Math.min(leftByRows, cameFils - (refundedFils ?? 0)) - amountFils;
  if (paid.length > 1 && tooMuchFils > 0)
    differences.push({
      ...about,
      what: 'Paid more than once',
      fils: tooMuchFils,
      why: `${paid.length} payments of the month are for this link.`,
      next: 'Refund what was paid twice in the payment service’s dashboard.',
    });
  return differences;
}
