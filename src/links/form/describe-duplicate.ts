import { describeCustomer } from '../../blocks/customer.ts';
import { formatAed, slackTime } from '../../blocks/money-and-time.ts';
import { mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { awaitsPayment, isGivenUp } from '../../store/link-states.ts';
import { describeRefund, whenExpired } from '../card/describe-display-state.ts';
import { displayStateOf } from '../card/display-state.ts';

/** A second link for the same customer and amount within this time looks like a mistake. */
export const DUPLICATE_WITHIN_MS = 24 * 60 * 60_000;

/** Similar links created from this instant on count as possible duplicates. */
export const guardSince = ({ knownUntil = null }: { knownUntil?: number | null }, now: number): number =>
  Math.max(now - DUPLICATE_WITHIN_MS, knownUntil === null ? 0 : knownUntil + 1);

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What became of the earlier link, so that the person can decide whether a second one is meant. Mrkdwn. */
export const describeDuplicateState = (link: Link, now: number, timeZone: string): string => {
  const who = escapeMrkdwn(firstNameOf(link));
  const { payment } = link;
  const paidAt = payment?.happenedAt ?? payment?.noticedAt ?? null;
  const when = paidAt === null ? '' : ` ${ago(now - paidAt)}`;
  if (isDeclined(link)) {
    const at = paidAt === null ? '' : ` at ${slackTime(paidAt, timeZone)}`;
    return `🟡 *Declined${at}. ${who} can try again on this first link.*`;
  }
  switch (displayStateOf(link)) {
    case 'paid':
      return `✅ *${who} paid this${when}${describeRefund(payment)}.*`;
    case 'refunded':
      return `↩️ *${who} paid this, and the money went back${when}.*`;
    case 'partly':
      return payment?.amountFils == null
        ? `🟠 *${who} paid a part of this${when}.*`
        : `🟠 *${who} paid ${formatAed(payment.amountFils)} of this${when}. ${formatAed(link.amountFils - payment.amountFils)} is still missing.*`;
    case 'mismatch':
      return `🔴 *${who} paid another amount on this${when}.*`;
    case 'unconfirmed':
      return `🟠 *A payment was reported${when}, and is not confirmed yet.*`;
    case 'reserved':
      return '⏳ *This link is being created now.*';
    case 'unknown':
      return '❔ *We don’t know yet whether this link was created.*';
    case 'expired':
      return `⌛ *Expired ${whenExpired(link, timeZone)}, not paid.*`;
    case 'cancelled':
      return '✖️ *Cancelled in the payment service’s dashboard, not paid.*';
    case 'waiting':
    case 'not-made':
    case 'failed':
      return `🟡 *Waiting: ${who} has not paid it yet.*`;
  }
};

/** Which link it is: amount, customer, purpose, who created it and when. Mrkdwn. */
export const describeDuplicate = (link: Link, now: number): string => {
  const facts = [
    escapeMrkdwn(`${formatAed(link.amountFils)} for ${describeCustomer(link.details)}`),
    escapeMrkdwn(cut(link.details.notes, 60)),
    `created by ${mention(link.creatorId)} ${ago(now - link.createdAt)}`,
    ...(link.ownerId === link.creatorId ? [] : [`now with ${mention(link.ownerId)}`]),
    escapeMrkdwn(cut(link.invoiceId, 100)),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
};

/**
 * The bank declined an attempt to pay. The payment page still works, whichever state that left the link in.
 */
const isDeclined = ({ state, payment }: Link): boolean =>
  payment?.finding === 'declined' && (awaitsPayment(state) || isGivenUp(state));

const firstNameOf = ({ details }: Link): string =>
  cut(details.FullName.trim().split(/\s+/)[0] || 'The customer', 50);

/** `4 minutes ago`. */
export const ago = (ms: number): string => {
  if (ms < MINUTE_MS) return 'just now';
  const [count, unit] =
    ms < HOUR_MS ? [Math.floor(ms / MINUTE_MS), 'minute'] : [Math.floor(ms / HOUR_MS), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
};
