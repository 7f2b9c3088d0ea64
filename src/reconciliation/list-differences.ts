import { BACK_WORDS } from '../blocks/back-words.ts';
import { capitalise } from '../blocks/text.ts';
import { leftFils } from '../figures/movements.ts';
import type { BackKind } from '../payment-service/index.ts';
import { listAlike } from '../payouts/beside-days.ts';
import type { TiedPayout } from '../payouts/tie-out.ts';
import { describeFaults, VERDICTS } from '../payouts/tie-out-words.ts';
import type { MonthLink, OwnRecords } from './month-links.ts';
import { movedFils, type PlacedTransaction, statedOf, type TiedMonth } from './tie-month.ts';

/** Something for a person to look into. Plain text. */
export interface Difference {
  what: string;
  at: number | null;
  payoutId: string | null;
  transactionId: string | null;
  invoiceId: string | null;
  /** The amount in question, in integer fils; null: none. */
  fils: number | null;
  why: string;
  next: string;
}

const DAY_MS = 86_400_000;
/** Payouts take a few days. A younger payment is not a difference yet. */
const USUAL_DAYS = 5;
/** A payment at the end of a month may be listed in the next. */
const EDGE_MS = DAY_MS;

/** Everything that does not agree: payouts first, each in the order of time. `until`: the last moment that was read. */
export const listDifferences = (
  { payouts, transactions }: TiedMonth,
  { links }: Pick<OwnRecords, 'links'>,
  { span, until }: { span: { from: number; to: number }; until: number },
): Difference[] => [
  ...payouts.flatMap(differencesOfPayout),
  ...transactions.flatMap((one) => differencesOfTransaction(one, until)),
  ...links.flatMap((link) => differencesOfLink(link, span)),
  ...listPaidTwice(links),
];

/** Each pair once. */
function listPaidTwice(links: readonly MonthLink[]): Difference[] {
  const listed = new Set<string>();
  return links.flatMap((link): Difference[] => {
    const { invoiceId, paidTwiceWith, paidAt, createdAt, paidFils, amountFils } = link;
    if (paidTwiceWith === null || listed.has(paidTwiceWith)) return [];
    listed.add(invoiceId);
    return [
      {
        at: paidAt ?? createdAt,
        payoutId: null,
        transactionId: null,
        invoiceId,
        what: 'Sale paid twice',
        fils: paidFils ?? amountFils,
        why: `The customer also paid ${paidTwiceWith} for the same sale.`,
        next: 'Refund one of the two in the payment service’s dashboard.',
      },
    ];
  });
}

function differencesOfPayout(tied: TiedPayout): Difference[] {
  const { payout, verdict } = tied;
  const about = {
    at: payout.at,
    payoutId: payout.id,
    transactionId: null,
    invoiceId: null,
    fils: differenceOf(tied),
  };
  const differences: Difference[] = [];
  if (payout.state === 'came-back')
    differences.push({
      ...about,
      what: 'Payout came back',
      fils: statedOf(tied)?.netFils ?? null,
      why: `Its status is “${payout.status ?? ''}”: the money did not arrive.`,
      next: 'Check your bank details with the payment service; the money should come with a later payout.',
    });
  if (verdict === 'off')
    differences.push({
      ...about,
      what: `Payout: ${VERDICTS.off.toLowerCase()}`,
      why: describeFaults(tied).join(' '),
      next: 'Ask the payment service for the statement of this payout.',
    });
  const isUnlike = listAlike(payout, tied.beside).length === 0;
  if (verdict === 'not-provable' && payout.state !== 'came-back' && isUnlike)
    differences.push({
      ...about,
      what: `Payout: ${VERDICTS['not-provable'].toLowerCase()}`,
      why: describeFaults(tied).join(' '),
      next: 'Compare it by hand with your bank statement.',
    });
  return differences;
}

/** The payout's amount minus the sum of its transactions. */
export function differenceOf({ gaps }: Pick<TiedPayout, 'gaps'>): number | null {
  const gap = gaps.find(({ of }) => of === 'net' || of === 'amount') ?? gaps.find(({ of }) => of !== 'count');
  return gap === undefined ? null : gap.stated - gap.summed;
}

function differencesOfTransaction({ transaction, where }: PlacedTransaction, until: number): Difference[] {
  const { at, payoutIds, id, reference, status } = transaction;
  const [payoutId = null] = payoutIds;
  const about = { at, payoutId, transactionId: id, invoiceId: reference, fils: movedFils(transaction) };
  const days = at === null ? 0 : Math.floor((until - at) / DAY_MS);
  const differences: Difference[] = [];
  if (where.is === 'due' && days > USUAL_DAYS)
    differences.push({
      ...about,
      what: 'In no payout yet',
      why: `It is ${days} days old and in none of the payouts.`,
      next: 'Ask the payment service when it will be paid out.',
    });
  if (where.is === 'elsewhere')
    differences.push({
      ...about,
      what: 'Its payout is missing',
      why: `It names payout ${payoutId}, which is not among the payouts of these days.`,
      next: 'Look for that payout in the payment service’s dashboard.',
    });
  if (where.is === 'unclear')
    differences.push({
      ...about,
      what: 'Cannot be read',
      fils: null,
      why: `Paylink cannot tell whether its money came, or how much${status === null ? '' : ` (“${status}”)`}.`,
      next: 'Look it up in the payment service’s dashboard.',
    });
  return differences;
}

function describeBack(kind: BackKind, fils: number | null): Pick<Difference, 'what' | 'why' | 'next'> {
  const { done, undone, isByBank } = BACK_WORDS[kind];
  if (isByBank)
    return {
      what: capitalise(fils !== null && fils < 0 ? undone : done),
      why: 'The customer disputed the payment with their bank.',
      next: 'See in the payment service’s dashboard how the dispute stands. Don’t refund it, too.',
    };
  return {
    what: `${capitalise(done)} outside Paylink`,
    why:
      fils === null
        ? 'A part of it went back; the service does not say how much.'
        : 'It went back in the payment service’s dashboard.',
    next: 'Check who gave it back and why.',
  };
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
      what: 'Paid, but not among the transactions',
      fils: amountFils,
      why: 'Paylink has its payment, but it is not among the month’s transactions.',
      next: 'Look it up in the payment service’s dashboard.',
    });
  const isSettled = paidFils !== null && paidFils - (refundedFils ?? 0) === amountFils;
  if (paidFils !== null && paidFils !== amountFils && !isSettled && (link.isOfMonth || payments.length > 0))
    differences.push({
      ...about,
      what: 'Paid a different amount',
      fils: paidFils - amountFils,
      why:
        paidFils < amountFils
          ? 'The customer paid less than the link asked for.'
          : 'The customer paid more than the link asked for.',
      next: 'Open Details on the link’s card in Slack.',
    });
  for (const { at, fils, kind } of link.monthRefunds)
    differences.push({ ...about, ...{ at, fils }, ...describeBack(kind, fils) });
  const paid = payments.filter(({ transaction: { kind } }) => kind === 'payment');
  const paidInFils = paid.reduce((sum, { transaction }) => sum + transaction.receivedFils, 0);
  const leftInRows = payments.reduce((sum, { transaction }) => sum + leftFils(transaction), 0);
  // A refund in a later month is not in these rows.
  const tooMuchFils = Math.min(leftInRows, paidInFils - (refundedFils ?? 0)) - amountFils;
  if (paid.length > 1 && tooMuchFils > 0 && !link.isDisputed)
    differences.push({
      ...about,
      what: 'Paid more than once',
      fils: tooMuchFils,
      why: `${paid.length} payments in this month are for this link.`,
      next: 'Refund the extra payment in the payment service’s dashboard.',
    });
  return differences;
}
