import type { App } from '../../app-parts.ts';
import type { Showing } from '../../slack/show.ts';
import { listReaders } from '../../slack/tell.ts';
import { type AskedLink, type Link, wasAsked } from '../../store/link.ts';
import { readTooMuchMessage, SHOWN_QR } from '../../store/link-card.ts';
import { isRequest } from '../../store/link-states.ts';
import type { Placed, Subject } from '../../store/message-store.ts';
import { mayChange, mayHaveCard } from '../sale/display-state.ts';
import { inItsSale, inSale } from '../sale/link-in-sale.ts';
import { buildApprovalCard, buildFirstApprovalCard } from './asked-card-view.ts';
import { buildQrMessage } from './card-thread-view.ts';
import { buildFirstCard, buildLinkCard, buildNotMadeYet, joinCards, mayCarryQr } from './link-card-view.ts';
import { buildTooMuch, type TooMuch } from './too-much-view.ts';

/** Which links of a sale its card is about. */
interface OnCard {
  /** The newest that the customer can have, or the newest request. */
  link: Link;
  /** A newer one that was asked for, and is not made. */
  next: AskedLink | null;
}

const chooseOnCard = (newestFirst: readonly Link[]): OnCard | null => {
  const made = newestFirst.find((one) => !isRequest(one.state) && mayHaveCard(one));
  const asked = newestFirst.find(wasAsked);
  const link = made ?? asked ?? newestFirst[0];
  if (link === undefined) return null;
  if (made === undefined) return { link, next: null };
  return { link: made, next: asked && asked.saleOrder > made.saleOrder ? asked : null };
};

/** The card of a sale: in its channel, or in its owner's messages. A link of a batch has none. */
export const loadSaleCard = async ({ teamId, id }: Subject, app: App): Promise<Showing | null> => {
  const { accounts, timeZone } = app;
  const { links } = app.store;
  const sale = await links.findSale(teamId, id);
  if (sale === null) return null;
  // A row of a batch is on the card of the batch, and the link that takes its place on a card of its own.
  const onCard = chooseOnCard(sale.links.filter(({ batchId }) => batchId === undefined));
  if (onCard === null) return null;
  const { link, next } = onCard;
  const newest = next ?? link;
  const { channelId, threadTs, ownerId } = newest;
  const asked = isRequest(newest.state) && wasAsked(newest) ? showAsked(newest, app) : null;
  const others = sale.links.filter((one) => one.id !== link.id);
  return {
    placed: sale.placed,
    post:
      mayHaveCard(link) || mayHaveCard(newest)
        ? {
            ...{ channel: channelId, threadTs },
            otherwise: () => listReaders(teamId, ownerId, app),
            message: asked?.first ?? (() => buildFirstCard(newest)),
            metadata: { event_type: 'paylink_link', event_payload: { id } },
          }
        : null,
    now: async (card) => {
      if (asked !== null && next === null) return asked.now(card);
      const inIts = { ...link, ...inSale(link, others), card };
      const away = mayChange(inIts) ? await accounts.awayFrom(link) : null;
      const shown = buildLinkCard(inIts, timeZone, away);
      if (next === null) return shown;
      return joinCards(
        shown,
        (await asked?.now(card)) ?? buildNotMadeYet(inItsSale(next, sale.links), timeZone),
      );
    },
  };
};

/** The card of a request for approval. */
const showAsked = (link: AskedLink, { store: { approvalAsks }, timeZone }: App) => {
  const { id, teamId } = link;
  return {
    first: () => buildFirstApprovalCard(link, timeZone),
    now: async (placed: Placed) =>
      buildApprovalCard(
        link,
        { placed, asked: await approvalAsks.list({ teamId, requestId: id }) },
        timeZone,
      ),
  };
};

/** The message with the QR code in the thread of the card. Only `postQrMessage` posts it: with its code it does harm twice. */
export const loadQrMessage = async (
  { teamId, id }: Subject,
  { store: { links }, timeZone }: App,
): Promise<Showing | null> => {
  const found = await links.findWith(teamId, id, SHOWN_QR);
  if (found === null) return null;
  const { link, others, placed } = found;
  return {
    placed,
    post: null,
    now: () => buildQrMessage(inItsSale(link, others), timeZone),
    isWhole: mayCarryQr(link),
  };
};

/** A sale for which too much came, as the message to one person, or in the channel, says it. Null: there is none. */
export const readTooMuch = async (
  { teamId, saleId }: Pick<Link, 'teamId' | 'saleId'>,
  to: string | null,
  { store, members }: App,
): Promise<TooMuch | null> => {
  const [sale, financeIds] = await Promise.all([
    store.links.findSale(teamId, saleId),
    members.financeOf(teamId),
  ]);
  return sale && { sale: sale.links, isFinance: to !== null && financeIds.includes(to) };
};

/** It is posted where somebody is told of it, and edited from then on. Of a sale: all of them. */
export const loadTooMuch = async (
  { teamId, what, id }: Subject,
  app: App,
): Promise<Showing | readonly Subject[] | null> => {
  const { saleId, to } = readTooMuchMessage(id);
  if (to === undefined) return app.store.messages.startingWith(teamId, what, saleId);
  const read = await readTooMuch({ teamId, saleId }, to, app);
  return read && { post: null, now: () => buildTooMuch(read, app.timeZone) };
};
