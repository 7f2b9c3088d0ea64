import type { ActionsBlock, SectionBlock } from '@slack/types';
import { describeCustomer } from '../../blocks/customer.ts';
import { actions, section } from '../../blocks/message.ts';
import { formatAed, slackDate } from '../../blocks/money-and-time.ts';
import { describePlace } from '../../blocks/place.ts';
import { mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import type { LinkWithCard } from '../../store/link-card.ts';
import { awaitsPayment } from '../../store/link-states.ts';
import { describeRefund, whenExpired } from '../sale/describe-payment.ts';
import { displayStateOf, labelOf } from '../sale/display-state.ts';
import type { InSale } from '../sale/standing.ts';
import { buildLinkMenu, listCardButtons } from './card-buttons-view.ts';

/** Leaves enough time to remind a customer. */
const SOON_MS = 24 * 60 * 60_000;

interface LinkLine {
  blockId: string;
  /** The reader. */
  userId: string;
  now: number;
  timeZone: string;
}

/** With why nobody should pay it any more, if so. */
export type ListedLink = LinkWithCard & Partial<Pick<InSale, 'instead'>>;

/** A link in a list that one person sees: no e-mail and no full phone number. */
export const buildLinkLine = (
  link: ListedLink,
  { blockId, userId, now, timeZone }: LinkLine,
): SectionBlock => {
  const facts = [
    describeEnd(link, now, timeZone),
    ...describeHands(link, userId),
    describeCardPlace(link, userId),
    escapeMrkdwn(cut(link.invoiceId, 100)),
  ];
  return section(
    [
      `${labelOf(link, escapeMrkdwn)} · *${formatAed(link.amountFils)}* · ${escapeMrkdwn(describeCustomer(link.details))} · ${escapeMrkdwn(cut(link.details.notes, 100))}`,
      facts.join(' · '),
    ].join('\n'),
    blockId,
  );
};

/** Where its card is, or will be. */
const describeCardPlace = ({ card, channelId, ownerId }: LinkWithCard, userId: string): string => {
  const person = card?.userId ?? ownerId;
  return describePlace(card?.channelId ?? channelId, person === userId ? 'your' : `${mention(person)}’s`);
};

/** Who made it and who has it now, unless that is only the reader. */
const describeHands = ({ creatorId, ownerId }: Link, userId: string): string[] => {
  const isHandedOver = ownerId !== creatorId;
  if (!isHandedOver && creatorId === userId) return [];
  const now = isHandedOver ? `, now with ${ownerId === userId ? 'you' : mention(ownerId)}` : '';
  return [`by ${creatorId === userId ? 'you' : mention(creatorId)}${now}`];
};

/** What can be done about it from a list. */
export const buildLinkLineButtons = (link: ListedLink, blockId: string): ActionsBlock =>
  actions(blockId, link.instead ? [buildLinkMenu(link)] : listCardButtons(link));

function describeEnd(link: Link, now: number, timeZone: string): string {
  const { state, payment, expiresAt, createdAt } = link;
  switch (displayStateOf(link)) {
    case 'asked':
    case 'declined':
    case 'withdrawn':
    case 'lapsed':
      return `asked for ${slackDate(createdAt, timeZone)}`;
    case 'reserved':
    case 'unknown':
    case 'waiting':
    case 'replaced':
    case 'paid-already':
    case 'unconfirmed':
    case 'partly': {
      const isSoon = awaitsPayment(state) && expiresAt - now < SOON_MS;
      return `${isSoon ? '⏰ *expires soon:*' : 'expires'} ${slackDate(expiresAt, timeZone)}`;
    }
    case 'paid':
    case 'doubted':
      return `paid ${slackDate(payment?.happenedAt ?? payment?.noticedAt ?? createdAt, timeZone)}${describeRefund(payment)}`;
    case 'expired':
      return `expired ${whenExpired(link, timeZone)}`;
    case 'mismatch':
    case 'refunded':
    case 'disputed':
    case 'cancelled':
    case 'not-made':
      return `made ${slackDate(createdAt, timeZone)}`;
  }
}
