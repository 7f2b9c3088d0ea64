import type { KnownBlock } from '@slack/types';
import { describeCustomer } from '../../blocks/customer.ts';
import { limits } from '../../blocks/limits.ts';
import {
  actions,
  buildMessage,
  buildPictureBlock,
  context,
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
  describeDeadline,
  describeDisplayState,
  describeOver,
  describePaidOut,
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
 * The one message of a sale in its channel, about the link that the customer should pay. Colleagues and guests read it: no e-mail,
 * no full phone. `away`: see `describeAway`.
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
  const lines = [
    `*${formatAed(fils)}* · ${describeDisplayState(about, timeZone)}`,
    ...(warning ? [warning] : []),
    ...(asked === null ? [] : [asked]),
    ...describeOfSale(link, timeZone),
    ...(away === null ? [] : [describeAway(away)]),
  ];
  const isDone = ['paid', 'refunded', 'disputed'].includes(displayStateOf(about));
  return {
    text: cut(
      [
        `${labelOf(about, escapeMrkdwn)}: ${describeLink(about)}`,
        ...(warning ? [warning.replaceAll('*', '')] : []),
      ].join(' · '),
      limits.section.text,
    ),
    blocks: [
      ...(isDone
        ? [buildDone(link, lines, describePaidOut(link, timeZone))]
        : buildUndone(link, timeZone, {
            lines,
            isAsked: instead === null && replacedBy === null,
          })),
      ...(restFils !== null && (isDone || isPayable(link))
        ? [actions('rest', [buildRestButton(link, restFils)])]
        : []),
      ...(link.settleFils !== null ? [actions('settle', [buildCountAsPaidButton(link)])] : []),
      ...(link.over?.isAsked === false
        ? [actions('refund', [buildAskRefundButton(link, link.over.fils)])]
        : []),
      ...(link.card === null ? [] : buildPlaceNote(link.channelId, link.card)),
    ],
  };
};

/** Of a link that is paid, refunded or disputed: the result, the payout with the money, the customer and the creator. */
const buildDone = (link: LinkInSale, lines: string[], paidOut: string | null): KnownBlock => ({
  ...section(
    [
      ...lines,
      ...(paidOut === null ? [] : [`🏦 ${paidOut}`]),
      [...describeWhose(link), describeInvoiceId(link), describeCreator(link)].join(' · '),
    ].join('\n'),
    'link',
  ),
  accessory: buildLinkMenu(link),
});

/** `isAsked`: the customer should still pay it. */
const buildUndone = (
  link: Link & InSale,
  timeZone: string,
  { lines, isAsked }: { lines: string[]; isAsked: boolean },
): KnownBlock[] => [
  buildHead(link, lines, isAsked),
  buildFacts(link, timeZone, [
    describeCreator(link, describeAge(link, timeZone)),
    ...describeReminders(link, timeZone),
  ]),
  isAsked ? buildCardButtons(link.about) : actions('link_actions', [buildLinkMenu(link)]),
];

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
export const buildFirstCard = (link: Link, timeZone: string): Message =>
  buildMessage(`Payment link: ${describeLink(link)}`, [
    buildHead(link, [`*${formatAed(link.amountFils)}* · Payment link`]),
    buildFacts(link, timeZone, []),
    actions('link_actions', [buildDetailsButton(link)]),
  ]);

/** A QR code invites people to pay, so it is removed once there is nothing to pay. */
export const mayCarryQr = (link: Link): boolean => isPayable(link) && link.details.Is_QR_needed;

/** The reference, and, if it differs from the one typed, why. */
export const describeInvoiceId = ({ invoiceId, invoiceIdAsked }: Link): string =>
  escapeMrkdwn(
    invoiceIdAsked === null
      ? cut(invoiceId, 100)
      : `${cut(invoiceId, 100)} (${cut(invoiceIdAsked, 100)} was used before)`,
  );

export const buildQr = (link: Link, source: PictureSource): KnownBlock[] => [
  buildPictureBlock('qr', source, `QR code of the payment link for ${formatAed(link.amountFils)}`),
];

/** `AED 250.00 for Sara (···567): June rent`, safe in mrkdwn. */
export const describeLink = ({ amountFils, details }: Link): string =>
  escapeMrkdwn(`${formatAed(amountFils)} for ${describeCustomer(details)}: ${details.notes}`);

/** `AED 250.00 from Sara (···567): June rent`, for a payment. */
export const describePaid = ({ amountFils, details }: Link): string =>
  escapeMrkdwn(`${formatAed(amountFils)} from ${describeCustomer(details)}: ${details.notes}`);

function buildHead(link: Link, lines: string[], isAsked = true): KnownBlock {
  const address = addressToPay(link);
  // An address under a link that was paid, even in part, invites a second payment; Details still shows it.
  const shown = address === null || !isAsked ? [] : [linkTo(address)];
  return section([...lines, describeWhose(link).join(' · '), ...shown].join('\n'), 'link');
}

const describeWhose = ({ details }: Link): string[] => [
  escapeMrkdwn(describeCustomer(details)),
  escapeMrkdwn(details.notes),
];

/** A mention added by an edit notifies nobody, so the card as it is first posted has none. */
const describeCreator = ({ creatorId, ownerId, approval }: Link, when = ''): string =>
  `made by ${mention(creatorId)}${when}${approval?.decidedBy ? `, approved by ${mention(approval.decidedBy)}` : ''}${ownerId === creatorId ? '' : `, now with ${mention(ownerId)}`}`;

/** An open link shows its deadline instead. */
const describeAge = ({ state, createdAt }: Link, timeZone: string): string =>
  awaitsPayment(state) ? '' : ` ${slackDate(createdAt, timeZone)}`;

function buildFacts(link: Link, timeZone: string, more: readonly string[]): KnownBlock {
  const facts = [
    ...(awaitsPayment(link.state) ? [describeDeadline(link, timeZone)] : []),
    describeInvoiceId(link),
    ...more,
  ];
  return context(facts.join(' · '), 'facts');
}
