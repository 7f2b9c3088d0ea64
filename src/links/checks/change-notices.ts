import { isChannel } from '../../blocks/place.ts';
import type { Ids } from '../../ids.ts';
import type { Link } from '../../store/link.ts';
import type { LinkState } from '../../store/link-states.ts';
import { isPayable } from '../card/display-state.ts';
import {
  buildCardNotice,
  buildEditNotice,
  buildNewsNotice,
  buildReplyNotice,
  buildSaleNotices,
  type NewNotice,
} from '../card/notice-kinds.ts';
import type { LinkChange } from './decide-change.ts';

type NoticeIds = Pick<Ids, 'notice'>;

const HAS_MONEY: ReadonlySet<LinkState> = new Set(['reported', 'paid']);

/** What Slack has to show after a change of a link. `sale`: the sale's other links, whose cards name the change. */
export const buildChangeNotices = (
  link: Link,
  change: LinkChange,
  sale: readonly Link[],
  ids: NoticeIds,
): NewNotice[] => {
  const edit = buildEditNotice(link, ids);
  const saleEdits = sale.map((one) => buildEditNotice(one, ids));
  const state = change.to ?? link.state;
  const isCardless = link.address === null && link.card === null && link.batchId === undefined;
  // A card waits for the link's address, unless money came: until then only a direct message reaches the owner.
  if (isCardless && !HAS_MONEY.has(state)) return [buildNewsNotice(link, ids), ...saleEdits];
  const first = isCardless ? [buildCardNotice(link, ids)] : [];
  // A batch has one card, and no thread for each of its links.
  if (link.batchId !== undefined || !change.isNews) return [...first, edit, ...saleEdits];
  const reply = buildReplyNotice(link, ids, { state, payment: change.payment });
  return [...first, edit, reply, ...buildNewOwnerNews(link, ids), ...saleEdits];
};

/** A new owner may not see the channel of the card, and Slack does not say whether they do. */
const buildNewOwnerNews = (link: Link, ids: NoticeIds): NewNotice[] =>
  link.ownerId !== link.creatorId && link.card !== null && isChannel(link.card.channelId)
    ? [buildNewsNotice(link, ids)]
    : [];

/**
 * Tells both cards, both owners and the people who handle the money about two links for one sale, and the cards of its open
 * links that another one was paid. `hasTurnedUp`: we did not know that the link existed, and another was made in its place.
 */
export const buildSaleNews = (
  link: Link,
  others: readonly Link[],
  { financeIds, ids, hasTurnedUp }: { financeIds: readonly string[]; ids: NoticeIds; hasTurnedUp: boolean },
): NewNotice[] => {
  const paid = others.find(({ state }) => state === 'paid');
  if (link.state === 'paid' && paid) {
    const edits = [link, paid].map((one) => buildEditNotice(one, ids));
    const notices = buildSaleNotices('paid-twice', link, paid, financeIds, ids);
    return [...edits, ...notices];
  }
  const other = hasTurnedUp ? others.find(isAtService) : undefined;
  const news = other ? buildSaleNotices('two-links', link, other, [], ids) : [];
  // The customer must not pay those any more.
  const edits = link.state === 'paid' ? others.filter(isPayable).map((one) => buildEditNotice(one, ids)) : [];
  return [...edits, ...news];
};

/** The service has it, or may have it. */
const isAtService = ({ state, address }: Link): boolean => {
  switch (state) {
    case 'failed':
    case 'expired':
      return false;
    case 'open':
      return address !== null;
    case 'reserved':
    case 'unknown':
    case 'reported':
    case 'paid':
      return true;
  }
};

const HOUR_MS = 60 * 60_000;

/** How many hours before an unpaid link expires the workspace wants a reminder; null: never. */
/** Null when the link expires too soon for a reminder to help, and for a row of a batch, whose digest names it. */
export const reminderTime = (
  { expiresAt, batchId }: Pick<Link, 'expiresAt' | 'batchId'>,
  now: number,
  hours: number | null,
): number | null => {
  if (hours === null || batchId !== undefined) return null;
  const at = expiresAt - hours * HOUR_MS;
  return at > now ? at : null;
};
