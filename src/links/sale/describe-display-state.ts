import { formatAed, groupFils, slackDate, slackDay } from '../../blocks/money-and-time.ts';
import { joinSome, mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import { awaitsPayment } from '../../store/link-states.ts';
import { isGuided } from '../../teaching/guided-link.ts';
import { displayStateOf, isCountedAsPaid } from './display-state.ts';
import { rowOf } from './display-states.ts';
import type { LinkInSale } from './link-in-sale.ts';
import type { Over } from './over.ts';
import { cameOf } from './standing.ts';

/** The state with its time: `✅ Paid at 02:10, noticed today at 08:00`. Mrkdwn. */
export const describeDisplayState = (link: LinkInSale, timeZone: string): string =>
  rowOf(displayStateOf(link)).sentence(link, timeZone);

/** `✅ *Paid at 02:10*`, or with people to mention behind the emoji. Mrkdwn. */
export const describeBold = (link: LinkInSale, timeZone: string, people: readonly string[] = []): string => {
  const [emoji, ...words] = describeDisplayState(link, timeZone).split(' ');
  return [emoji, ...new Set(people.map(mention)), `*${words.join(' ')}*`].join(' ');
};

/** For where its code or its address would be: why nobody should pay it. Mrkdwn. */
export const describeInstead = (link: LinkInSale): string =>
  `${describeDisplayState(link, '')}. ${describeWarning(link) ?? ''}`;

/** `paid out on 24 Nov 2026 in payout 7118`: only if the service’s records connect them by an id. Mrkdwn. */
export const describePaidOut = ({ payout }: Link, timeZone: string): string | null =>
  payout === undefined
    ? null
    : `paid out${payout.at === null ? '' : ` on ${slackDay(payout.at, timeZone)}`} in payout ${escapeMrkdwn(cut(payout.id, 40))}`;

/** `account`: what the link belongs to, while the workspace's credentials are another account's. Mrkdwn. */
export const describeAway = (account: string): string =>
  `⚠️ Belongs to account ${escapeMrkdwn(account)}: Paylink can’t see whether it is paid. It looks again when that account is back.`;

/**
 * A warning about a payment that differs from the amount asked for, or is not confirmed. Mrkdwn, or null. What is too much is told of its
 * sale.
 */
export const describeWarning = (link: LinkInSale): string | null => {
  const isCounted = link.payment?.finding === 'partly' && isCountedAsPaid(link);
  if (link.settled !== null && isCounted) return describeSettled(link.settled);
  return rowOf(displayStateOf(link)).warning(link);
};

/** For colleagues: that somebody can decide what the payment is, or what went back, and was asked. Mrkdwn, or null. */
export const describeAsked = (link: Link, timeZone: string): string | null => {
  const { payment } = link;
  if (payment?.backAskedAt !== undefined)
    return `↩️ Something went back: finance was asked ${slackDate(payment.backAskedAt, timeZone)}.`;
  if (payment?.finding !== 'unconfirmed' || payment.askedAt === undefined) return null;
  // Whoever pays a test link is the admin.
  return isGuided(link)
    ? '🙋 Press *See what came* in your messages with Paylink.'
    : `🙋 Your admins and finance were asked ${slackDate(payment.askedAt, timeZone)}. Until they answer, look up *${escapeMrkdwn(cut(link.invoiceId, 100))}* in the payment service’s dashboard.`;
};

/** `reminded twice, last yesterday at 14:30`, while the customer can still pay. */
export const describeReminders = ({ reminded, state }: Link, timeZone: string): string[] => {
  if (reminded === null || !awaitsPayment(state)) return [];
  const { count, lastAt } = reminded;
  const when = slackDate(lastAt, timeZone);
  if (count === 1) return [`reminded once, ${when}`];
  return [`reminded ${count === 2 ? 'twice' : `${count} times`}, last ${when}`];
};

const MOST_AMOUNTS = 5;

/** `Paid twice: AED 205.00 and AED 250.00`: what came for a sale. Plain text. */
export const nameOver = ({ paid, fils }: Over): string => {
  const amounts = paid.map((one) => formatAed(cameOf(one)));
  if (amounts.length === 1) return `Paid ${formatAed(fils)} too much: ${amounts.join('')}`;
  const times = amounts.length === 2 ? 'twice' : `${amounts.length} times`;
  return `Paid ${times}: ${joinSome(amounts, MOST_AMOUNTS)}`;
};

/** `Paid twice: AED 205.00 and AED 250.00. AED 205.00 was due. AED 250.00 to refund.`. Mrkdwn. */
export const describeOver = (over: Over, timeZone: string): string => {
  const { asked, isAsked, fils, dueFils } = over;
  const name = `*${nameOver(over)}.* ${formatAed(dueFils)} was due.`;
  const still = describeStill(over, timeZone);
  // Of one payment the name says how much.
  const toRefund = over.paid.length === 1 ? null : `*${formatAed(fils)} to refund.*`;
  if (asked === null) return [name, still ?? toRefund ?? []].flat().join(' ');
  const now = still ?? (isAsked ? null : `*${formatAed(fils)} is too much now.*`);
  const asks = `${mention(asked.by)} asked finance to refund ${formatAed(asked.fils)}.`;
  return [name, asks, ...(now === null ? [] : [now])].join(' ');
};

/** `AED 260.00 still to refund (40.00 refunded today at 14:30).` Mrkdwn. Null: nothing went back since finance was asked. */
export const describeStill = ({ fils, back }: Over, timeZone: string): string | null =>
  back === null
    ? null
    : `*${formatAed(fils)} still to refund* (${groupFils(back.fils)} refunded ${slackDate(back.lastAt, timeZone)}).`;

const describeSettled = ({ by }: NonNullable<Link['settled']>): string =>
  `${mention(by)} counted it as paid in full.`;
