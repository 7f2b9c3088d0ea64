import { BACK_WORDS, listBack } from '../../blocks/back-words.ts';
import { formatAed, groupFils, isSameDay, slackDate, slackTime } from '../../blocks/money-and-time.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { bringsMoney, type LinkPayment, type Refund } from '../../store/link-payment.ts';

/** A payment noticed later than this is described as late. */
const LATE_AFTER_MS = 10 * 60_000;
/** Allows for clock differences between the service and us. */
const EARLY_BY_MS = 10 * 60_000;
const MOST_FIELDS = 5;
const LONGEST_NAME = 30;
const LONGEST_VALUE = 40;

/** `, AED 50.00 refunded`, for a partly refunded payment. */
export const describeRefund = (payment: LinkPayment | null): string =>
  listKnownBack(payment)
    .map(({ kind, fils }) => `, ${formatAed(fils)} ${BACK_WORDS[kind].done}`)
    .join('');

const listKnownBack = (payment: LinkPayment | null) =>
  payment?.refundedFils ? listBack(payment).flatMap(({ kind, fils }) => (fils ? [{ kind, fils }] : [])) : [];

/** `Disputed, AED 100.00`: how much, where that is less than all. Plain text. */
export const nameDispute = (payment: LinkPayment): string => {
  const { dispute, amountFils } = payment;
  const fils = listBack(payment).find(({ kind }) => BACK_WORDS[kind].isByBank)?.fils ?? null;
  const isPart = fils !== null && amountFils !== null && fils < amountFils;
  return `${dispute === 'open' ? 'Disputed' : 'Charged back'}${isPart ? `, ${formatAed(fils)}` : ''}`;
};

/** `, AED 250.00 won back`: what went back last, and came again. */
const nameUndone = (refunds: readonly Refund[]): string => {
  const last = refunds.at(-1);
  return last?.fils != null && last.fils < 0
    ? `, ${formatAed(-last.fils)} ${BACK_WORDS[last.kind].undone}`
    : '';
};

/** ` at …`, of what went back. */
export const describeRefundTimes = (refunds: readonly Refund[], timeZone: string): string => {
  const last = refunds.at(-1);
  if (last === undefined) return '';
  const when = atWhen(last, timeZone);
  const undone = nameUndone(refunds);
  if (undone !== '') return `${undone}${when}`;
  return refunds.length === 1 ? when : ` in ${refunds.length} parts, the last${when}`;
};

/** Why the payment is unclear: a title for the card, the reason, and what to look for at the service; null: nothing yet. */
export const DOUBTS: Record<
  NonNullable<LinkPayment['doubt']>,
  { title: string; why: string; see: string | null }
> = {
  'which-link': {
    title: 'Payment reported, cannot tell which link',
    why: 'The service’s record fits another payment link, too.',
    see: 'who paid',
  },
  'order-id': {
    title: 'Payment reported, cannot tell whose',
    why: 'The service’s record names this link in a field that Paylink does not know, or beside an order, a reference or a time that is not this link’s.',
    see: 'whose payment it is',
  },
  test: {
    title: 'A test payment is reported',
    why: 'The service’s record says that no real money moved.',
    see: 'whether it was paid',
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
  awaited: {
    title: 'Reported: the service says paid, being confirmed',
    why: 'Its list of payments doesn’t show this one yet. Paylink keeps looking.',
    see: null,
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

/** `21 Dec 2026 at 2:30 PM`; or, for an early expiry, that the service ended the link. */
export const whenExpired = ({ updatedAt, expiresAt }: Link, timeZone: string): string =>
  updatedAt < expiresAt - EARLY_BY_MS
    ? 'early: the payment service ended it'
    : slackDate(expiresAt, timeZone);

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
export const describeBack = (payment: LinkPayment | null): string =>
  listKnownBack(payment)
    .map(
      ({ kind, fils }) =>
        ` ${nameOf(payment?.currency ?? null)} ${groupFils(fils)} of the payment was ${BACK_WORDS[kind].done}.`,
    )
    .join('');

const nameOf = (currency: string | null): string =>
  currency === null || /^AED$/i.test(currency) ? 'AED' : escapeMrkdwn(cut(currency, 10));

/** The callback's fields under their own names, for comparison with the service's dashboard. */
export function describeWhatCame(payment: LinkPayment | null): string {
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
