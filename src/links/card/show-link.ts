import type { App } from '../../app-parts.ts';
import { type Approvers, findApprovers } from '../../people/find-approvers.ts';
import type { Showing } from '../../slack/show.ts';
import { buildTell } from '../../slack/tell.ts';
import type { NewJob } from '../../store/job.ts';
import { type AskedLink, type Link, wasAsked } from '../../store/link.ts';
import { qrMessageOf, SHOWN_LINK, SHOWN_QR } from '../../store/link-card.ts';
import { isRequest, type LinkState } from '../../store/link-states.ts';
import type { Placed, Subject } from '../../store/message-store.ts';
import { buildApprovalCard, buildApprovalNotAsked, buildFirstApprovalCard } from './asked-card-view.ts';
import { buildQrMessage } from './card-thread-view.ts';
import { mayChange } from './display-state.ts';
import { leaveCard } from './leave-card.ts';
import { buildFirstCard, buildLinkCard, mayCarryQr } from './link-card-view.ts';
import { buildNextOfSale, buildTroubleNotice, type NewsTrouble } from './notice-kinds.ts';
import { readInstead, standingOf } from './standing.ts';

/** The card of a link: in its channel, or in its owner's messages. A link of a batch has none. */
export const loadLinkCard = async ({ teamId, id }: Subject, app: App): Promise<Showing | null> => {
  const { accounts, ids, clock, timeZone } = app;
  const { links, messages } = app.store;
  const found = await links.findWith(teamId, id, SHOWN_LINK);
  if (found === null || found.link.batchId !== undefined) return null;
  const { link, placed } = found;
  const { channelId, threadTs, ownerId } = link;
  const asked = isRequest(link.state) && wasAsked(link) ? showAsked(link, app) : null;
  return {
    placed,
    post: mayHaveCard(link)
      ? {
          ...{ channel: channelId, threadTs, otherwise: channelId === ownerId ? null : ownerId },
          message: asked?.first ?? (() => buildFirstCard(link, timeZone)),
          metadata: { event_type: 'paylink_link', event_payload: { id } },
          // The cards of the earlier links must say so, and lose their codes, even if this card finds no place.
          beside: async () =>
            link.saleId === link.id || asked !== null
              ? []
              : buildNextOfSale(link, await links.saleOf(link), clock.now(), ids),
        }
      : null,
    now: async (card) => {
      if (asked !== null) return asked.now(card);
      const standing = standingOf(link, await links.saleOf(link));
      const away = mayChange(link) ? await accounts.awayFrom(link) : null;
      return buildLinkCard({ ...link, card }, timeZone, { ...standing, away });
    },
    leave: async ({ channelId, ts }) => {
      const qrMessage = await messages.find(qrMessageOf(link));
      return leaveCard(link, { channelId, ts }, qrMessage, ids);
    },
    refused: ({ code }, card) =>
      asked === null
        ? [tellOwner(link, { with: card === null ? 'card' : 'edit', code }, ids)]
        : asked.refused(code, card),
  };
};

/** A mention in the creator's own messages with the app notifies nobody. */
const NOBODY: Approvers = { people: [], reason: 'roles-off' };

/** The card of a request for approval. */
const showAsked = (link: AskedLink, { store: { approvalAsks }, members, timeZone }: App) => {
  const { id, teamId, creatorId, channelId } = link;
  return {
    first: async (isElsewhere: boolean) =>
      buildFirstApprovalCard(
        link,
        isElsewhere || channelId === creatorId ? NOBODY : await findApprovers({ teamId, creatorId, members }),
        timeZone,
      ),
    now: async (placed: Placed) =>
      buildApprovalCard(
        link,
        { placed, asked: await approvalAsks.list({ teamId, requestId: id }) },
        timeZone,
      ),
    // The people who are asked have the request in their own messages.
    refused: (code: string, placed: Placed | null) =>
      link.state === 'asked' && placed === null
        ? [
            buildTell(
              { teamId, key: `not-asked:${id}:${code}` },
              creatorId,
              buildApprovalNotAsked(link, code),
            ),
          ]
        : [],
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

/** A card waits for the link's address, unless money came. That of a request is posted at once. */
export const mayHaveCard = ({ address, state }: Pick<Link, 'address' | 'state'>): boolean =>
  state === 'asked' || address !== null || HAS_MONEY.has(state);
