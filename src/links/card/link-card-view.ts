import type { KnownBlock } from '@slack/types';
import { describeCustomer } from '../../blocks/customer.ts';
import { limits } from '../../blocks/limits.ts';
import {
  actions,
  buildMessage,
  buildPictureBlock,
  type Message,
  type PictureSource,
  section,
} from '../../blocks/message.ts';
import { formatAed, slackDate } from '../../blocks/money-and-time.ts';
import { mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn, linkTo } from '../../blocks/text.ts';
import { buildPlaceNote } from '../../slack/explain-refused-place.ts';
import type { Link } from '../../store/link.ts';
import type { LinkWithCard } from '../../store/link-card.ts';
import { awaitsPayment } from '../../store/link-states.ts';
import {
  describeAsked,
  describeAway,
  describeDisplayState,
  describeOver,
  describeReminders,
  describeWarning,
} from '../sale/describe-display-state.ts';
import { addressToPay, displayStateOf, isPayable, labelOf } from '../sale/display-state.ts';
import type { InSale, LinkInSale } from '../sale/link-in-sale.ts';
import {
  buildAskRefundButton,
  buildCardButtons,
  buildCountAsPaidButton,
  buildDetailsButton,
  buildLinkMenu,
  buildRestButton,
} from './card-buttons-view.ts';
import { describeOfSale } from './sale-lines-view.ts';

/**
 * The one message of a sale in its channel, about the link that the customer should pay: two lines, and between them what somebody has to
 * know about the money. Colleagues and guests read it: no e-mail, no full phone. `away`: see `describeAway`.
 */
export const buildLinkCard = (
  link: LinkWithCard & InSale,
  timeZone: string,
  away: string | null = null,
): Message => {
  const { replacedBy, instead, sale, about } = link;
  const { restFils } = sale;
  const warning = link.over ? describeOver(link.over, timeZone) : describeWarning(about);
  const fils = awaitsPayment(link.state) ? link.amountFils : sale.dueFils;
  const asked = describeAsked(about, timeZone);
  const isDone = ['paid', 'refunded', 'disputed'].includes(displayStateOf(about));
  const isAsked = instead === null && replacedBy === null;
  const isRefundWanted = link.over?.isAsked === false;
  const lines = [
    buildFirstLine(link, fils, describeDisplayState(about, timeZone)),
    ...(warning ? [warning] : []),
    ...(asked === null ? [] : [asked]),
    ...describeOfSale(link, timeZone),
    ...(away === null ? [] : [describeAway(away)]),
    buildLastLine(link, [
      ...describeRenumbered(link),
      describeCreator(link),
      ...(isDone && link.payout !== undefined ? ['🏦 paid out'] : []),
      ...(isDone ? [] : [...describeSoon(link, timeZone), ...describeReminders(link, timeZone)]),
      // An address under a link that was paid, even in part, invites a second payment; Details still shows it.
      ...(isAsked ? [addressToPay(link)].flatMap((one) => (one === null ? [] : [linkTo(one)])) : []),
    ]),
  ];
  const head = section(lines.join('\n'), 'link');
  return {
    text: cut(
      [
        `${labelOf(about, escapeMrkdwn)}: ${describeLink(about)}`,
        ...(warning ? [warning.replaceAll('*', '')] : []),
      ].join(' · '),
      limits.section.text,
    ),
    blocks: [
      ...(isDone || (isRefundWanted && !isPayable(link))
        ? [{ ...head, accessory: buildLinkMenu(link) }]
        : [head, isAsked ? buildCardButtons(about) : actions('link_actions', [buildLinkMenu(link)])]),
      ...(restFils !== null && (isDone || isPayable(link))
        ? [actions('rest', [buildRestButton(link, restFils)])]
        : []),
      ...(link.settleFils !== null ? [actions('settle', [buildCountAsPaidButton(link)])] : []),
      ...(isRefundWanted ? [actions('refund', [buildAskRefundButton(link, link.over?.fils ?? 0)])] : []),
      ...(link.card === null ? [] : buildPlaceNote(link.channelId, link.card)),
    ],
  };
};

/** `*AED 250.00* · 🟡 Waiting · Sara (···567)` */
const buildFirstLine = ({ details }: Link, fils: number, state: string): string =>
  `*${formatAed(fils)}* · ${state} · ${escapeMrkdwn(describeCustomer(details))}`;

/** `perfume · made by @Ravi · <link>` */
const buildLastLine = ({ details }: Link, more: readonly string[]): string =>
  [escapeMrkdwn(details.notes), ...more].filter(Boolean).join(' · ');

/** The card of a sale, and below it the next link that was asked for. */
export const joinCards = (card: Message, next: Message): Message => ({
  text: cut(`${card.text} · ${next.text}`, limits.section.text),
  blocks: [...card.blocks, ...next.blocks],
});

/** A link that was approved, and of which nobody knows yet that it was made. */
export const buildNotMadeYet = (link: LinkInSale, timeZone: string): Message => {
  const text = `*${formatAed(link.amountFils)}* · ${describeDisplayState(link, timeZone)}`;
  return buildMessage(text, [section(text, 'next')]);
};

/**
 * The card as it is first posted, without a state. If this process dies before Slack's answer is stored, this message stays
 * there next to the card that is posted again.
 */
export const buildFirstCard = (link: Link): Message => {
  const address = addressToPay(link);
  const lines = [
    buildFirstLine(link, link.amountFils, 'Payment link'),
    buildLastLine(link, address === null ? [] : [linkTo(address)]),
  ];
  return buildMessage(`Payment link: ${describeLink(link)}`, [
    section(lines.join('\n'), 'link'),
    actions('link_actions', [buildDetailsButton(link)]),
  ]);
};

/** A QR code invites people to pay, so it is removed once there is nothing to pay. */
export const mayCarryQr = (link: Link): boolean => isPayable(link) && link.details.Is_QR_needed;

/** The reference, and, if it differs from the one typed, why. */
export const describeInvoiceId = ({ invoiceId, invoiceIdAsked }: Link): string =>
  escapeMrkdwn(
    invoiceIdAsked === null
      ? cut(invoiceId, 100)
      : `${cut(invoiceId, 100)} (${cut(invoiceIdAsked, 100)} was used before)`,
  );

/** The same where it is not the one that was typed. */
export const describeRenumbered = (link: Link): string[] =>
  link.invoiceIdAsked === null ? [] : [describeInvoiceId(link)];

export const buildQr = (link: Link, source: PictureSource): KnownBlock[] => [
  buildPictureBlock('qr', source, `QR code of the payment link for ${formatAed(link.amountFils)}`),
];

/** `AED 250.00 for Sara (···567): June rent`, safe in mrkdwn. */
export const describeLink = ({ amountFils, details }: Link): string =>
  escapeMrkdwn(`${formatAed(amountFils)} for ${describeCustomer(details)}: ${details.notes}`);

/** `AED 250.00 from Sara (···567): June rent`, for a payment. */
export const describePaid = ({ amountFils, details }: Link): string =>
  escapeMrkdwn(`${formatAed(amountFils)} from ${describeCustomer(details)}: ${details.notes}`);

/** A mention added by an edit notifies nobody, so the card as it is first posted has none. */
const describeCreator = ({ creatorId, ownerId, approval }: Link): string =>
  `made by ${mention(creatorId)}${approval?.decidedBy ? `, approved by ${mention(approval.decidedBy)}` : ''}${ownerId === creatorId ? '' : `, now with ${mention(ownerId)}`}`;

const SHORT_MS = 48 * 60 * 60_000;

/** Of a link that was made for a day or two: nobody expects its end. */
const describeSoon = (link: Link, timeZone: string): string[] =>
  awaitsPayment(link.state) && link.expiresAt - link.createdAt < SHORT_MS
    ? [`until ${slackDate(link.expiresAt, timeZone)}`]
    : [];
