import type { Link } from '../store/link.ts';
import type { LinkPayment } from '../store/link-payment.ts';
import { labelOf, standingOf } from './link-standing.ts';
import { formatAed, groupFils, isSameDay, slackDate, slackMoment, slackTime } from './money-and-time.ts';
import { cut, escapeMrkdwn } from './text.ts';

/** What was noticed later than this after it happened is said as late. */
const LATE_AFTER_MS = 10 * 60_000;
const MOST_FIELDS = 5;
const LONGEST_NAME = 30;
const LONGEST_VALUE = 40;

/** The standing with its time: `✅ Paid at 02:10, noticed at 08:00, 21 Nov 2026`. Mrkdwn. */
export const describeStanding = (link: Link, timeZone: string): string => {
  const label = labelOf(link);
  const { payment } = link;
  switch (standingOf(link)) {
    case 'waiting':
      return payment?.finding === 'declined'
        ? `${label} · last try declined by the bank${atWhen(payment, timeZone)}`
        : label;
    case 'unconfirmed':
      return '🟠 Payment reported, not confirmed by the service';
    case 'expired':
      return `${label} at ${slackMoment(link.expiresAt, timeZone)}`;
    case 'cancelled':
    case 'failed':
      return `${label} at the service${payment ? atWhen(payment, timeZone) : ''}`;
    case 'paid':
    case 'refunded':
      return `${label}${payment ? atWhen(payment, timeZone) : ''}`;
    default:
      return label;
  }
};

/** ` at …`, with the time of notice where that came late, or where it is all that is known. */
export const atWhen = ({ happenedAt, noticedAt }: LinkPayment, timeZone: string): string => {
  const noticed = `noticed at ${slackMoment(noticedAt, timeZone)}`;
  if (happenedAt === null) return `, ${noticed}`;
  if (noticedAt - happenedAt <= LATE_AFTER_MS) return ` at ${slackMoment(happenedAt, timeZone)}`;
  const happened = isSameDay(happenedAt, noticedAt, timeZone)
    ? slackTime(happenedAt, timeZone)
    : slackMoment(happenedAt, timeZone);
  return ` at ${happened}, ${noticed}`;
};

/** What nobody may overlook: a payment that is not the one asked for, or that nobody vouches for. Mrkdwn, or null. */
export const describeWarning = (link: Link): string | null => {
  const { payment } = link;
  const standing = standingOf(link);
  if (standing === 'mismatch' && payment)
    return `*${describeMismatch(link.amountFils, payment)} Not counted as paid.*`;
  if (standing === 'unconfirmed')
    return ['*Do not hand over goods on this.*', describeWhatCame(payment)].filter(Boolean).join(' ');
  return null;
};

function describeMismatch(askedFils: number, { amountFils, currency }: LinkPayment): string {
  const asked = `${formatAed(askedFils)} was asked.`;
  const isOther = currency !== null && !/^AED$/i.test(currency);
  const name = isOther ? escapeMrkdwn(cut(currency, 10)) : 'AED';
  if (amountFils !== null && (isOther || amountFils !== askedFils))
    return `${name} ${groupFils(amountFils)} was paid, ${asked}`;
  return isOther ? `It was paid in ${name}, ${asked}` : `Another amount was paid, ${asked}`;
}

/** The fields as they came, by their own names: what a person can compare with the service's dashboard. */
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
  return `What came: ${shown.join(' · ')}${rest}`;
}

/** Until when, or since when not: the one date a reader of a card looks for. */
export const describeDeadline = (link: Link, timeZone: string): string =>
  `Can be paid until ${slackDate(link.expiresAt, timeZone)}`;
