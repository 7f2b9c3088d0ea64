import type { ActionsBlock, SectionBlock } from '@slack/types';
import { describeCustomer } from '../../blocks/customer.ts';
import { actions, section } from '../../blocks/message.ts';
import { formatAed, groupFils, slackDate } from '../../blocks/money-and-time.ts';
import { describePlace } from '../../blocks/place.ts';
import { joinSome, mention } from '../../blocks/refusal.ts';
import { cut, escapeMrkdwn } from '../../blocks/text.ts';
import type { Link } from '../../store/link.ts';
import type { LinkWithCard } from '../../store/link-card.ts';
import { timeOf } from '../../store/link-payment.ts';
import { awaitsPayment } from '../../store/link-states.ts';
import { describeRefund, whenExpired } from '../sale/describe-payment.ts';
import { rowOf } from '../sale/display-states.ts';
import type { LinkInSale } from '../sale/link-in-sale.ts';
import type { SaleStanding } from '../sale/standing.ts';
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

/** A sale, by the link that it is about now, and where its card is. */
export type ListedSale = LinkWithCard & LinkInSale;

/** A sale in a list that one person sees: no e-mail and no full phone number. */
export const buildLinkLine = (
  link: ListedSale,
  { blockId, userId, now, timeZone }: LinkLine,
): SectionBlock => {
  const facts = [
    describeTime(link, now, timeZone),
    ...describeHands(link, userId),
    describeCardPlace(link, userId),
    joinSome(link.sale.made.map(({ invoiceId }) => escapeMrkdwn(cut(invoiceId, 100))).toReversed(), 1),
  ];
  return section(
    [
      `${rowOf(link.sale.state).label} · ${describeSums(link.sale)} · ${escapeMrkdwn(describeCustomer(link.details))} · ${escapeMrkdwn(cut(link.details.notes, 100))}`,
      facts.join(' · '),
    ].join('\n'),
    blockId,
  );
};

/** `*AED 1,000.00*, 600.00 missing`: what is due, and what is wrong with what came. Mrkdwn. */
export const describeSums = ({ dueFils, missingFils, overFils }: SaleStanding): string =>
  `*${formatAed(dueFils)}*${missingFils > 0 ? `, ${groupFils(missingFils)} missing` : ''}${overFils > 0 ? `, ${groupFils(overFils)} too much` : ''}`;

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
export const buildLinkLineButtons = (link: ListedSale, blockId: string): ActionsBlock =>
  actions(
    blockId,
    link.instead && link.sale.restFils === null ? [buildLinkMenu(link)] : listCardButtons(link),
  );

function describeTime(link: ListedSale, now: number, timeZone: string): string {
  const { expiresAt, createdAt, sale } = link;
  switch (rowOf(sale.state).time) {
    case 'asked':
      return `asked for ${slackDate(createdAt, timeZone)}`;
    case 'expires': {
      const isSoon = awaitsPayment(link.state) && expiresAt - now < SOON_MS;
      return `${isSoon ? '⏰ *expires soon:*' : 'expires'} ${slackDate(expiresAt, timeZone)}`;
    }
    case 'paid': {
      const last = sale.paid.at(-1)?.payment ?? link.payment;
      return `paid ${slackDate(last ? timeOf(last) : createdAt, timeZone)}${describeRefund(last)}`;
    }
    case 'expired':
      return `expired ${whenExpired(link, timeZone)}`;
    case 'made':
      return `made ${slackDate(createdAt, timeZone)}`;
  }
}
