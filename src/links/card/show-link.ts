import type { App } from '../../app-parts.ts';
import type { Showing } from '../../slack/show.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import { qrMessageOf, SHOWN_LINK, SHOWN_QR } from '../../store/link-card.ts';
import { isIssued, type LinkState } from '../../store/link-states.ts';
import type { Subject } from '../../store/message-store.ts';
import { buildQrMessage } from './card-thread-view.ts';
import { mayChange } from './display-state.ts';
import { leaveCard } from './leave-card.ts';
import { buildFirstCard, buildLinkCard, mayCarryQr } from './link-card-view.ts';
import {
  buildChangedNotice,
  buildLinkShow,
  buildQrShow,
  buildTroubleNotice,
  type NewsTrouble,
} from './notice-kinds.ts';
import { readInstead, standingOf } from './standing.ts';

/** The card of a link: in its channel, or in its owner's messages. A link of a batch has none. */
export const loadLinkCard = async (
  { teamId, id }: Subject,
  { store: { links, messages }, accounts, ids, clock, timeZone }: App,
): Promise<Showing | null> => {
  const found = await links.findWith(teamId, id, SHOWN_LINK);
  if (found === null || found.link.batchId !== undefined) return null;
  const { link, placed } = found;
  const { channelId, threadTs, ownerId } = link;
  return {
    placed,
    post: mayHaveCard(link)
      ? {
          ...{ channel: channelId, threadTs, otherwise: channelId === ownerId ? null : ownerId },
          message: () => buildFirstCard(link, timeZone),
          metadata: { event_type: 'paylink_link', event_payload: { id } },
          // The cards of the earlier links must say so, and lose their codes, even if this card finds no place.
          beside: async () => {
            if (link.saleId === link.id) return [];
            const sale = await links.saleOf(link);
            const before = sale.find((one) => one.saleOrder < link.saleOrder && isIssued(one.state));
            return [
              ...sale.flatMap((one) => [buildLinkShow(one, clock.now()), ...buildQrShow(one)]),
              ...(before === undefined ? [] : [buildChangedNotice(before, link, ids)]),
            ];
          },
        }
      : null,
    now: async (card) => {
      const standing = standingOf(link, await links.saleOf(link));
      const away = mayChange(link) ? await accounts.awayFrom(link) : null;
      return buildLinkCard({ ...link, card }, timeZone, { ...standing, away });
    },
    leave: async ({ channelId, ts }) => {
      const qrMessage = await messages.find(qrMessageOf(link));
      return leaveCard(link, { channelId, ts }, qrMessage, ids);
    },
    refused: ({ code }, card) => [tellOwner(link, { with: card === null ? 'card' : 'edit', code }, ids)],
  };
};

/** The message with the QR code in the thread of the card. Only `postQrMessage` posts it: with its code it does harm twice. */
export const loadQrMessage = async (
  { teamId, id }: Subject,
  { store: { links }, ids, timeZone }: App,
): Promise<Showing | null> => {
  const found = await links.findWith(teamId, id, SHOWN_QR);
  if (found === null) return null;
  const { link, placed } = found;
  return {
    placed,
    post: null,
    now: async () => buildQrMessage(link, timeZone, await readInstead(link, links)),
    isWhole: mayCarryQr(link),
    // Someone who deleted it sees no code.
    refused: ({ code, why }) => (why === 'gone' ? [] : [tellOwner(link, { with: 'edit', code }, ids)]),
  };
};

/** What Slack refuses is told once, and what the message also tells of the link, too. */
const tellOwner = (link: Link, trouble: NewsTrouble, ids: App['ids']): NewJob => ({
  key: `refused:${trouble.with}:${link.id}:${trouble.code}`,
  ...buildTroubleNotice(link, ids, trouble, trouble.with === 'edit' ? link : null),
});

const HAS_MONEY: ReadonlySet<LinkState> = new Set(['reported', 'paid']);

/** A card waits for the link's address, unless money came. */
export const mayHaveCard = ({ address, state }: Pick<Link, 'address' | 'state'>): boolean =>
  address !== null || HAS_MONEY.has(state);
