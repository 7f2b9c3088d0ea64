import { BACK_WORDS, isDisputed, isVoided } from '../../blocks/back-words.ts';
import { limits } from '../../blocks/limits.ts';
import { actions, buildMessage, context, type Message, section } from '../../blocks/message.ts';
import { formatAed, slackDate } from '../../blocks/money-and-time.ts';
import { mention } from '../../blocks/refusal.ts';
import { cut } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { type LinkPayment, type Refund, refundsOf } from '../../store/link-payment.ts';
import {
  describeAsked,
  describeDeadline,
  describeDisplayState,
  describeInstead,
  describeWarning,
} from '../sale/describe-display-state.ts';
import {
  atWhen,
  describeBack,
  describeRefund,
  nameDispute,
  nameUndone,
  paidWhen,
  whenExpired,
} from '../sale/describe-payment.ts';
import { displayStateOf, emojiOf, isPaid, isPayable, labelOf } from '../sale/display-state.ts';
import type { LinkInSale } from '../sale/display-states.ts';
import { type Instead, restOf } from '../sale/standing.ts';
import { buildDetailsButton, nameRest } from './card-buttons-view.ts';
import { buildQr, describeLink, describePaid } from './link-card-view.ts';

/**
 * Tells what happened to a link. `link`: as it was at that moment. `people`: whom to mention, the owner by default. `isApart`:
 * outside the card's thread, so it has a button to the link.
 */
export const buildLinkReply = (
  link: LinkInSale,
  timeZone: string,
  { people = [link.ownerId], isApart = false }: { people?: readonly string[]; isApart?: boolean } = {},
): Message => {
  const words = [emojiOf(alone(link)), ...new Set(people.map(mention)), describeHappening(link, timeZone)];
  const text = cut(words.join(' '), limits.section.text);
  return {
    text,
    blocks: [
      section(text, 'reply'),
      ...(isApart ? [actions('link_actions', [buildDetailsButton(link)])] : []),
    ],
  };
};

/**
 * One or two sentences: `Paid: AED 250.00 from Sara (···567): June rent · paid at 02:10, noticed today at 08:00`.
 * Mrkdwn.
 */
export const describeHappening = (link: LinkInSale, timeZone: string): string => {
  const what = describeLink(link);
  const when = paidWhen(link, timeZone);
  switch (displayStateOf(alone(link))) {
    case 'paid':
    case 'doubted':
      return `*Paid${link.payment?.dispute === 'won' ? ' again' : ''}${describeRefund(link.payment)}*: ${describePaid(link)}${describeTimes(link, timeZone)}`;
    case 'disputed':
      return describeDispute(link);
    case 'refunded':
      return `*${isVoided(link.payment) ? 'Voided' : 'Refunded'}${link.payment?.refundedFils === null ? ', the service does not say how much' : ''}*: ${what}${link.payment ? whenRefunded(refundsOf(link.payment), timeZone) : ''}`;
    case 'partly':
      return `*${describeDisplayState(alone(link), timeZone).replace('🟠 ', '')}*: ${what}. ${isPaid(link) ? `With it the sale is paid in full.${describeBack(link.payment)}` : `${describeWarning(link)} ${adviseRest(link)}`}`;
    case 'mismatch':
      return `${describeWarning(link)} ${what}. Check it in the payment service’s dashboard before you hand anything over.`;
    case 'unconfirmed':
      return [
        `*${describeDisplayState(link, timeZone).replace('🟠 ', '')}*: ${what}. ${describeWarning(link)}`,
        describeAsked(link, timeZone) ?? [],
      ]
        .flat()
        .join('\n');
    case 'expired':
      return `*Expired unpaid* ${whenExpired(link, timeZone)}: ${what}`;
    case 'cancelled':
      return `*Cancelled at the service${when}*: ${what}. It can no longer be paid.`;
    case 'waiting':
      return link.payment?.finding === 'declined'
        ? `*Declined${when}*: ${what}. The customer can try again with the same link.`
        : `Waiting for payment: ${what}`;
    case 'replaced':
    case 'paid-already':
      return `${describeDisplayState(link, timeZone)}: ${what}`;
    case 'asked':
      return `Waiting for approval: ${what}`;
    case 'declined':
    case 'withdrawn':
    case 'lapsed':
    case 'not-made':
      return `The payment link of ${formatAed(link.amountFils)} was not made.`;
    case 'reserved':
    case 'unknown':
      return `We don’t know yet whether the payment link of ${formatAed(link.amountFils)} was created.`;
  }
};

/** Of two parts that were paid, each tells what came with it. */
const alone = ({ sale: _, ...link }: LinkInSale): LinkInSale => link;

/** How a dispute stands, and what to do: to the owner and the people who handle the money. Mrkdwn. */
export const describeDispute = (link: Link): string => {
  const { payment } = link;
  if (payment?.dispute === 'won') return `*Won back*: ${describePaid(link)}. ${ADVICE.won}`;
  const advice = ADVICE[payment?.dispute ?? 'lost'];
  return `*${payment === null ? 'Disputed' : nameDispute(payment)}*: ${describePaid(link)}. ${advice}`;
};

const ADVICE: Record<NonNullable<LinkPayment['dispute']>, string> = {
  open: 'The customer disputes it with their bank. Don’t refund it: answer the bank in the payment service’s dashboard, with proof of delivery.',
  lost: 'The customer’s bank took it back. Don’t refund it, too.',
  won: 'The dispute is over, and the payment counts again.',
};

const adviseRest = (link: LinkInSale): string => {
  const restFils = restOf(link);
  if (isDisputed(link.payment)) return 'The customer’s bank took that back. Don’t refund it, too.';
  return restFils === null
    ? 'Ask the customer for the rest, or refund the payment in the payment service’s dashboard.'
    : `Ask for the rest with *${nameRest(restFils)}*, or refund the payment in the payment service’s dashboard.`;
};

/** When it was paid, and when a part of that went back. */
function describeTimes(link: Link, timeZone: string): string {
  const { payment } = link;
  if (payment === null) return '';
  const when = paidWhen(link, timeZone);
  const paid = payment.happenedAt === null ? when.replace(/^, /, '') : `paid${when}`;
  return ` · ${paid}${whenRefunded(payment.refunds ?? [], timeZone)}`;
}

/** It tells of the last. */
function whenRefunded(refunds: readonly Refund[], timeZone: string): string {
  const last = refunds.at(-1);
  if (last === undefined) return '';
  const undone = nameUndone(refunds).replace(/^, /, '');
  if (undone !== '') return ` · ${undone}${atWhen(last, timeZone)}`;
  const { done, name } = BACK_WORDS[last.kind];
  return last.happenedAt === null
    ? ` · ${name.toLowerCase()} noticed ${slackDate(last.noticedAt, timeZone)}`
    : ` · ${done}${atWhen(last, timeZone)}`;
}

/** In the thread of a card. The picture while the customer should pay, then the reason why not. */
export const buildQrMessage = (link: Link, timeZone: string, instead: Instead | null = null): Message => {
  const amount = formatAed(link.amountFils);
  if (instead !== null)
    return buildWords(
      `${amount} · ${describeInstead(link, instead)} The QR code was removed: don’t scan a copy of it.`,
    );
  if (link.qrFileId === null || !isPayable(link))
    return buildWords(`${labelOf(link)} · ${amount}. The QR code was removed: don’t scan a copy of it.`);
  return buildMessage(`QR code for ${amount}`, [
    ...buildQr(link, { fileId: link.qrFileId }),
    context(`*${amount}* · ${describeDeadline(link, timeZone)}`, 'qr_facts'),
  ]);
};

const buildWords = (words: string): Message => buildMessage(words, [section(words, 'qr_words')]);
