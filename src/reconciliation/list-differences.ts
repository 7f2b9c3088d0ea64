import { BACK_WORDS } from '../blocks/back-words.ts';
import { listAlike } from '../payouts/beside-days.ts';
import type { TiedPayout } from '../payouts/tie-out.ts';
import { describeFaults, VERDICTS } from '../payouts/tie-out-words.ts';
import type { MonthLink, OddSale, OwnRecords } from './month-links.ts';
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
  { links, odd }: Pick<OwnRecords, 'links' | 'odd'>,
  { span, until }: { span: { from: number; to: number }; until: number },
): Difference[] => [
  ...payouts.flatMap(differencesOfPayout),
  ...transactions.flatMap((one) => differencesOfTransaction(one, until)),
  ...links.flatMap((link) => differencesOfLink(link, span)),
  ...odd.map(differenceOfSale),
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

function differencesOfLink(link: MonthLink, span: { from: number; to: number }): Difference[] {
  const { invoiceId, paidAt } = link;
  const about = { payoutId: null, transactionId: null, invoiceId };
  const isPaidWithin = paidAt !== null && paidAt >= span.from + EDGE_MS && paidAt <= span.to - EDGE_MS;
  const differences: Difference[] = [];
  if (link.isPaid && isPaidWithin && link.payments.length === 0)
    differences.push({
      ...{ ...about, at: paidAt, fils: link.monthPaidFils },
      what: 'Paid, but not among the transactions',
      why: 'Paylink has its payment, but it is not among the month’s transactions.',
      next: 'Look it up in the payment service’s dashboard.',
    });
  for (const { at, fils, kind } of link.monthRefunds) {
    const { isByBank, name, undoneName } = BACK_WORDS[kind];
    if (isByBank)
      differences.push({
        ...{ ...about, at, fils },
        what: fils !== null && fils < 0 ? undoneName : name,
        why: 'The customer disputed the payment with their bank.',
        next: 'See in the payment service’s dashboard how the dispute stands. Don’t refund it, too.',
      });
  }
  return differences;
}

/** What came for all links of a sale is judged together: a part payment and the rest of it differ from nothing. */
const differenceOfSale = ({ invoiceIds, at, fils }: OddSale): Difference => ({
  ...{ at, payoutId: null, transactionId: null, invoiceId: invoiceIds.join(', '), fils },
  what: fils === null ? 'Another amount or currency came' : 'Paid too much',
  why:
    fils === null
      ? 'What came for the sale cannot be compared with what was due.'
      : 'More came for the sale than was due.',
  next:
    fils === null
      ? 'Open Details on the link’s card in Slack.'
      : 'Refund it in the payment service’s dashboard.',
});
