import { describeCustomer } from '../../blocks/customer.ts';
import { limits } from '../../blocks/limits.ts';
import { actions, buildMessage, type Message, section } from '../../blocks/message.ts';
import { formatAed, slackDate } from '../../blocks/money-and-time.ts';
import { mention } from '../../blocks/refusal.ts';
import { capitalise, cut, escapeMrkdwn } from '../../blocks/text.ts';
import { explainClosedPlace } from '../../slack/explain-refused-place.ts';
import { explainMessageRefusal } from '../../slack/slack-errors.ts';
import type { Link } from '../../store/link.ts';
import type { LinkWithCard } from '../../store/link-card.ts';
import type { LinkPayment } from '../../store/link-payment.ts';
import { buildResultBlocks } from '../form/link-result-view.ts';
import { describeAway, describeDisplayState, describeWarning } from '../sale/describe-display-state.ts';
import { nameDispute } from '../sale/describe-payment.ts';
import { isNotMade, isPaid, isPayable, isSettled, labelOf } from '../sale/display-state.ts';
import { byItself, type LinkInSale } from '../sale/link-in-sale.ts';
import { cameOf } from '../sale/standing.ts';
import { buildDetailsButton } from './card-buttons-view.ts';
import { describeHappening } from './card-thread-view.ts';
import { describeLink, describePaid } from './link-card-view.ts';

/**
 * A direct message to the link's owner: what happened to the link. `isHappening`: in the words of the reply that still waits;
 * `qrRefusedAs`: or that Slack does not take its picture, with Slack's code.
 */
export const buildOwnerNews = (
  link: LinkWithCard & LinkInSale,
  timeZone: string,
  {
    checkedAt = null,
    isHappening = false,
    isApproved = false,
    qrRefusedAs,
  }: {
    checkedAt?: number | null;
    isHappening?: boolean;
    isApproved?: boolean;
    qrRefusedAs?: string | undefined;
  } = {},
): Message => {
  const headline = isHappening
    ? describeHappening(link, timeZone)
    : qrRefusedAs === undefined
      ? `${isApproved ? describeApproved(link) : ''}${describeOutcome(link)}`
      : describeQrRefused(link, qrRefusedAs);
  return {
    text: cut(headline, limits.section.text),
    blocks: [section(headline), ...buildResultBlocks({ link, timeZone, checkedAt })],
  };
};

function describeQrRefused(link: LinkWithCard, code: string): string {
  const channelId = link.card?.channelId ?? link.channelId;
  const remedy =
    explainMessageRefusal(code) ??
    explainClosedPlace(
      { channelId, code },
      { where: 'that channel', so: '', afterwards: 'new cards are posted there' },
    ) ??
    `Slack’s reason: \`${escapeMrkdwn(cut(code, 80))}\`.`;
  const stillWorks = isPayable(link) ? ' The link itself works.' : '';
  return `The QR picture of your payment link of ${describeSale(link)} could not be added to its card. ${remedy}${stillWorks}`;
}

const describeApproved = ({ approval }: Link): string =>
  `✅ ${approval?.decidedBy ? mention(approval.decidedBy) : 'Someone'} approved. `;

function describeOutcome(link: LinkInSale): string {
  const sale = describeSale(link);
  if (isPayable(link)) return `Your payment link of ${sale} is ready.`;
  // Where only the first line is read, such as a phone’s notice, it says how the link stands.
  if (isSettled(link)) return `${labelOf(byItself(link))}: ${describeLink(link)}`;
  return isNotMade(link)
    ? `Your payment link of ${sale} was not made.`
    : `We don’t know yet whether your payment link of ${sale} was made.`;
}

/** `AED 250.00 for Sara (···567)`: these messages come later, when the owner has made other links. Mrkdwn. */
export const describeSale = ({ amountFils, details }: Link): string =>
  escapeMrkdwn(`${formatAed(amountFils)} for ${describeCustomer(details)}`);

/** The answer to a press of Refresh. Mrkdwn. */
export const buildRefreshAnswer = ({
  link,
  outcome,
  away,
  now,
  timeZone,
}: {
  link: LinkInSale;
  outcome: 'changed' | 'same' | 'unreachable' | 'away';
  /** See `describeAway`. */
  away: string | null;
  now: number;
  timeZone: string;
}): string => {
  const warning = describeWarning(link);
  const state = [describeDisplayState(link, timeZone), ...(warning ? [warning] : [])].join('. ');
  const words = `${describeSale(link)}: ${state}`;
  switch (outcome) {
    case 'changed':
      return `Updated: ${words}`;
    case 'same':
      return `${words} · nothing new as of ${slackDate(now, timeZone)}`;
    case 'away':
      return `${words} · ${away === null ? 'An admin of Paylink has to confirm the payment account in its Home first.' : describeAway(away)}`;
    case 'unreachable':
      return `The payment service could not be read just now. Last known state, from ${slackDate(link.updatedAt, timeZone)}: ${words}. Press Refresh again in a minute.`;
  }
};

/** To the owner and the people who handle the money: the service no longer says that a paid link was paid. */
export const buildDenial = (link: LinkInSale, word: string): Message => {
  const headline = `⚠️ *Look at this payment*: the payment service now says “${escapeMrkdwn(cut(word, 40))}” about ${formatAed(cameOf(link))} from ${escapeMrkdwn(describeCustomer(link.details))}, which it had said was paid. See in its dashboard whether the money is there before you hand over or refund anything.`;
  return buildMessage(headline, [
    section(headline, 'denial'),
    { ...section(describeOne(link), `link_${link.id}`), accessory: buildDetailsButton(link) },
  ]);
};

/** To the people who handle the money: how a customer's dispute stands, and what to do. */
export const buildDisputeMessage = (link: Link): Message => {
  const { payment } = link;
  const dispute = payment?.dispute ?? 'lost';
  const name = payment === null || dispute === 'won' ? 'Won back' : nameDispute(payment);
  const headline = `${dispute === 'won' ? '✅' : '⚖️'} *${name}*: ${describePaid(link)}. ${ADVICE[dispute]}`;
  return buildMessage(headline, [
    section([headline, `Payment: ${nameOrder(link)}`].join('\n'), 'dispute'),
    actions('link_actions', [buildDetailsButton(link)]),
  ]);
};

const ADVICE: Record<NonNullable<LinkPayment['dispute']>, string> = {
  open: 'The customer disputes it with their bank. Don’t refund it: answer the bank in the payment service’s dashboard, with proof of delivery.',
  lost: 'The customer’s bank took it back. Don’t refund it, too.',
  won: 'The dispute is over, and the payment counts again.',
};

/** Under which names the payment service knows it. Mrkdwn. */
export const nameOrder = ({ invoiceId, orderId }: Link): string =>
  [invoiceId, ...(orderId === null ? [] : [`order ${orderId}`])]
    .map((one) => escapeMrkdwn(cut(one, 100)))
    .join(' · ');

/** In the thread of the card: what became of the link, and by whom, unless its owner did it and saw it. */
export const buildChanged = (before: Link, next: LinkInSale): Message => {
  const what = describeChange(before, next);
  const { ownerId } = before;
  const text = `✏️ ${ownerId === next.creatorId ? capitalise(what) : `${mention(ownerId)} ${mention(next.creatorId)} ${what}`}`;
  return buildMessage(text, [
    section(text, 'changed'),
    actions('link_actions', [buildDetailsButton(before, 'Details of the earlier link')]),
  ]);
};

const describeChange = (before: Link, next: LinkInSale): string => {
  const [from, to] = [before, next].map(({ amountFils }) => formatAed(amountFils));
  if (next.sale.rests.has(next.id)) return `made a link for the remaining ${to}.`;
  const isPaidSince = (before.payment?.noticedAt ?? 0) >= next.createdAt;
  if (!isPayable(before) && !isPaidSince) return `made a new link for ${to}.`;
  return from === to ? 'changed the details of this link.' : `changed ${from} to ${to}.`;
};

type TwoLinks = 'two-links' | 'which-link';

/** The message about two links, for one sale or with one payment, for the thread of one of them or for one person. */
export const buildTwoLinks = (what: TwoLinks, link: LinkInSale, other: LinkInSale): Message => {
  const headline = describeTwoLinks(what, link, other);
  return buildMessage(headline, [
    section(headline, 'two_links'),
    ...[link, other].map((one) => ({
      ...section(describeOne(one), `link_${one.id}`),
      accessory: buildDetailsButton(one),
    })),
  ]);
};

function describeTwoLinks(what: TwoLinks, link: LinkInSale, other: LinkInSale): string {
  const who = escapeMrkdwn(describeCustomer(link.details));
  switch (what) {
    case 'two-links':
      return `⚠️ *Two links exist for this sale* of ${formatAed(link.amountFils)} for ${who}. Tell the customer which one to pay, so that nobody pays twice.`;
    case 'which-link':
      return `🟠 *A payment fits two links*: the payment service’s record names both of these, so Paylink counts it for neither. ${
        isPaid(link) && isPaid(other)
          ? 'Both are paid without it, so somebody may have paid twice: see whose it is in the payment service’s dashboard.'
          : 'See in the payment service’s dashboard who paid before you hand anything over.'
      }`;
  }
}

export const describeOne = (link: LinkInSale): string =>
  [
    labelOf(link),
    formatAed(link.amountFils),
    escapeMrkdwn(cut(link.invoiceId, 100)),
    escapeMrkdwn(cut(link.details.notes, 60)),
    `made by ${mention(link.creatorId)}`,
  ]
    .filter(Boolean)
    .join(' · ');
