import {
  formatAed,
  groupFils,
  isSameDay,
  slackDate,
  slackDay,
  slackTime,
} from '../../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { bringsMoney, type LinkPayment, refundTimesOf } from '../../store/link-payment.ts';
import { awaitsPayment } from '../../store/link-states.ts';
import { isGuided } from '../../workspaces/words/guided-link.ts';
import { type DisplayState, displayStateOf, labelOf } from './display-state.ts';
import type { Instead, Standing } from './standing.ts';

/** A payment noticed later than this is described as late. */
const LATE_AFTER_MS = 10 * 60_000;
/** Allows for clock differences between the service and us. */
const EARLY_BY_MS = 10 * 60_000;
const MOST_FIELDS = 5;
const LONGEST_NAME = 30;
const LONGEST_VALUE = 40;

/** The state with its time: `✅ Paid at 02:10, noticed today at 08:00`. Mrkdwn. */
export const describeDisplayState = (link: Link, timeZone: string): string => {
  const label = labelOf(link);
  const { payment } = link;
  const when = paidWhen(link, timeZone);
  switch (displayStateOf(link)) {
    case 'waiting':
      return payment?.finding === 'declined'
        ? `${label} · declined${when}, the customer can try again`
        : label;
    case 'unconfirmed':
      return payment?.doubt
        ? `🟠 ${DOUBTS[payment.doubt].title}`
        : '🟠 Payment reported, not confirmed by the service';
    case 'partly':
      return payment?.amountFils == null
        ? label
        : `${label}${when}: ${formatAed(payment.amountFils)} of ${groupFils(link.amountFils)}`;
    case 'expired':
      return `${label} ${whenExpired(link, timeZone)}`;
    case 'cancelled':
      return `${label} at the service${when}`;
    case 'paid':
      return `${label}${when}${describeRefund(payment)}${payment?.refund ? atWhen(payment.refund, timeZone) : ''}`;
    case 'refunded': {
      const whenBack = payment ? atWhen(refundTimesOf(payment), timeZone) : '';
      return payment?.refundedFils === null
        ? `↩️ Refunded, the service does not say how much${whenBack}`
        : `${label}${whenBack}`;
    }
    case 'reserved':
    case 'unknown':
    case 'not-made':
    case 'mismatch':
      return label;
  }
};

/** `paid out on 24 Nov 2026 in payout 7118`: only if the service’s records connect them by an id. Mrkdwn. */
export const describePaidOut = ({ payout }: Link, timeZone: string): string | null =>
  payout === undefined
    ? null
    : `paid out${payout.at === null ? '' : ` on ${slackDay(payout.at, timeZone)}`} in payout ${escapeMrkdwn(cut(payout.id, LONGEST_VALUE))}`;

/** `, AED 50.00 refunded`, for a partly refunded payment. */
export const describeRefund = (payment: LinkPayment | null): string =>
  payment?.refundedFils ? `, ${formatAed(payment.refundedFils)} refunded` : '';

/** Why the payment is unclear: a title for the card, the reason, and what to look for at the service. */
const DOUBTS: Record<NonNullable<LinkPayment['doubt']>, { title: string; why: string; see: string }> = {
  'which-link': {
    title: 'Payment reported, cannot tell which link',
    why: 'The service’s record fits another payment link, too.',
    see: 'who paid',
  },
  'order-id': {
    title: 'Payment reported, cannot tell whose',
    why: 'The service’s record names this link, and an order, a reference or a time that is not this link’s.',
    see: 'whose payment it is',
  },
  word: {
    title: 'Payment reported, cannot tell what it is',
    why: 'The service’s record has a word that Paylink does not know.',
    see: 'whether it was paid',
  },
  state: {
    title: 'Payment reported, cannot tell if it went through',
    why: 'The service’s record contradicts itself.',
    see: 'whether it was paid',
  },
  amount: {
    title: 'Payment reported, cannot tell how much',
    why: 'The service’s records do not say clearly how much was paid.',
    see: 'how much came',
  },
};

/** ` at …`, with the time we noticed if that was late, or if that is the only time known. */
export const atWhen = (times: Pick<LinkPayment, 'happenedAt' | 'noticedAt'>, timeZone: string): string =>
  describeTimes(times, timeZone, '');

/** The same for a payment: ` at …, after it had expired`, of a link whose customer paid late. */
export const paidWhen = (
  { payment, expiresAt }: Pick<Link, 'payment' | 'expiresAt'>,
  timeZone: string,
): string => {
  if (payment === null) return '';
  const isLate = bringsMoney(payment) && payment.happenedAt !== null && payment.happenedAt >= expiresAt;
  return describeTimes(payment, timeZone, isLate ? ', after it had expired' : '');
};

const describeTimes = (
  { happenedAt, noticedAt }: Pick<LinkPayment, 'happenedAt' | 'noticedAt'>,
  timeZone: string,
  more: string,
): string => {
  const noticed = `noticed ${slackDate(noticedAt, timeZone)}`;
  if (happenedAt === null) return `, ${noticed}`;
  if (noticedAt - happenedAt <= LATE_AFTER_MS) return ` ${slackDate(happenedAt, timeZone)}${more}`;
  const happened = isSameDay(happenedAt, noticedAt, timeZone)
    ? `at ${slackTime(happenedAt, timeZone)}`
    : slackDate(happenedAt, timeZone);
  return ` ${happened}${more}, ${noticed}`;
};

/** `21 Dec 2026, 14:30`; or, for an early expiry, that the service ended the link. */
export const whenExpired = ({ updatedAt, expiresAt }: Link, timeZone: string): string =>
  updatedAt < expiresAt - EARLY_BY_MS
    ? 'before its time, at the payment service'
    : slackDate(expiresAt, timeZone);

/** `account`: what the link belongs to, while the workspace's credentials are another account's. Mrkdwn. */
export const describeAway = (account: string): string =>
  `⚠️ Belongs to account ${escapeMrkdwn(account)}: Paylink can’t see whether it is paid. It looks again when that account is back.`;

/**
 * A warning about a payment that differs from the amount asked for, is not confirmed, or would be the second one. Mrkdwn, or
 * null.
 */
export const describeWarning = (
  link: Link,
  { paidTwiceWith = null, instead = null, isRestPaid = false }: Partial<Standing> = {},
): string | null => {
  const { payment } = link;
  const displayState = displayStateOf(link);
  if (paidTwiceWith !== null) return describePaidTwice(displayState, displayStateOf(paidTwiceWith));
  switch (displayState) {
    case 'mismatch':
      return (
        payment &&
        `*${describeMismatch(link.amountFils, payment)}${describeBack(payment)} Not counted as paid.*`
      );
    case 'partly':
      if (isRestPaid) return null;
      return `*${describePart(link.amountFils, payment)}${describeBack(payment)} Not counted as paid.*`;
    case 'unconfirmed':
      return [
        '*Don’t hand over goods yet.*',
        ...(payment?.doubt ? [DOUBTS[payment.doubt].why] : []),
        // Else somebody was asked who decides it.
        ...(payment?.doubt && payment.askedAt === undefined
          ? [`See ${DOUBTS[payment.doubt].see} in the payment service’s dashboard.`]
          : []),
        describeWhatCame(payment),
      ]
        .filter(Boolean)
        .join(' ');
    case 'reserved':
    case 'unknown':
    case 'not-made':
    case 'paid':
    case 'refunded':
    case 'expired':
    case 'cancelled':
      return null;
    case 'waiting':
      return instead?.why === 'paid' ? describeInstead(instead) : null;
  }
};

/** For colleagues: that somebody can decide what the payment is, and was asked. Mrkdwn, or null. */
export const describeAsked = (link: Link, timeZone: string): string | null => {
  const { payment } = link;
  if (payment?.finding !== 'unconfirmed' || payment.askedAt === undefined) return null;
  // Whoever pays a test link is the admin.
  return isGuided(link)
    ? '🙋 Press *See what came* in your messages with Paylink.'
    : `🙋 Your admin was asked ${slackDate(payment.askedAt, timeZone)}.`;
};

const INSTEAD: Record<Instead['why'], { emoji: string; words: string }> = {
  paid: { emoji: '⚠️', words: 'Already paid with' },
  replaced: { emoji: '↪️', words: 'Replaced by' },
};

/** `Replaced by INV-8`, as plain text. */
export const nameInstead = ({ why, by }: Instead): string =>
  `${INSTEAD[why].words} ${cut(by.invoiceId, 100)}`;

/** This link can still be paid, and Paylink cannot end it. Mrkdwn. */
export const describeInstead = (instead: Instead): string =>
  `*${escapeMrkdwn(nameInstead(instead))}.* Don’t ask for this one too: the customer would pay twice.`;

/** In a list, in place of *Waiting*. Mrkdwn. */
export const labelInstead = (instead: Instead): string =>
  `${INSTEAD[instead.why].emoji} ${escapeMrkdwn(nameInstead(instead))}`;

/** The warning must show when one of the two payments was refunded, or both get refunded. */
function describePaidTwice(displayState: DisplayState, twin: DisplayState): string {
  const title = '*Paid twice: another link for this sale was paid too.*';
  if (displayState === 'refunded' && twin === 'refunded') return `${title} Both were refunded.`;
  if (displayState === 'refunded') return `${title} This one was refunded.`;
  if (twin === 'refunded') return `${title} The other one was refunded.`;
  return `${title} Refund one in the payment service’s dashboard.`;
}

function describePart(askedFils: number, payment: LinkPayment | null): string {
  if (payment?.amountFils == null) return `Only a part of ${formatAed(askedFils)} was paid.`;
  return `${formatAed(askedFils - payment.amountFils)} is still missing.`;
}

/** `AED 999.00 was paid, AED 302.00 was requested.` Mrkdwn. */
export function describeMismatch(askedFils: number, { amountFils, currency }: LinkPayment): string {
  const asked = `${formatAed(askedFils)} was requested.`;
  const name = nameOf(currency);
  const isOther = name !== 'AED';
  if (amountFils !== null && (isOther || amountFils !== askedFils))
    return `${name} ${groupFils(amountFils)} was paid, ${asked}`;
  return isOther ? `It was paid in ${name}, ${asked}` : `Another amount was paid, ${asked}`;
}

/** Part of a payment that did not fit was refunded: the person who refunds the rest must know. */
const describeBack = (payment: LinkPayment | null): string =>
  payment?.refundedFils
    ? ` ${nameOf(payment.currency)} ${groupFils(payment.refundedFils)} of the payment was refunded.`
    : '';

const nameOf = (currency: string | null): string =>
  currency === null || /^AED$/i.test(currency) ? 'AED' : escapeMrkdwn(cut(currency, 10));

/** The callback's fields under their own names, for comparison with the service's dashboard. */
function describeWhatCame(payment: LinkPayment | null): string {
  const fields = Object.entries(payment?.came ?? {});
  if (fields.length === 0) return '';
  const shown = fields
    .slice(0, MOST_FIELDS)
    .map(
      ([name, value]) =>
        `${escapeMrkdwn(cut(name, LONGEST_NAME))}: ${escapeMrkdwn(cut(value, LONGEST_VALUE))}`,
    );
  const rest = fields.length > MOST_FIELDS ? ` · and ${fields.length - MOST_FIELDS} more` : '';
  return `Received: ${shown.join(' · ')}${rest}`;
}

/** `reminded twice, last yesterday at 14:30`, while the customer can still pay. */
export const describeReminders = ({ reminded, state }: Link, timeZone: string): string[] => {
  if (reminded === null || !awaitsPayment(state)) return [];
  const { count, lastAt } = reminded;
  const when = slackDate(lastAt, timeZone);
  if (count === 1) return [`reminded once, ${when}`];
  return [`reminded ${count === 2 ? 'twice' : `${count} times`}, last ${when}`];
};

/** The one date that a reader of a card looks for. */
export const describeDeadline = (link: Link, timeZone: string): string =>
  `Can be paid until ${slackDate(link.expiresAt, timeZone)}`;
