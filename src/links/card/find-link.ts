import type { WebClient } from '@slack/web-api';
import type { App, Request } from '../../app-parts.ts';
import { MENU_SEPARATOR } from '../../blocks/message.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import type { About } from '../../slack/admit.ts';
import type { Pressed } from '../../slack/frame.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import { cardOf, type LinkWithCard, qrMessageOf, SHOWN_SALE } from '../../store/link-card.ts';
import type { Placed } from '../../store/message-store.ts';
import type { CardPlace } from '../counter/counter-view.ts';
import { readSales } from '../sale/link-in-sale.ts';
import type { ListedSale } from './link-line-view.ts';

/** A button may say more, after the id. */
const findLink = async ({ place: { teamId, value } }: Pressed, { store }: Request): Promise<Link | null> =>
  value === null ? null : store.links.find(teamId, value.split(MENU_SEPARATOR)[0] ?? '');

/**
 * The link of a card's button, for members of the workspace that made it. People from other workspaces in a shared channel can
 * press it too: they get the same refusal whether the link exists or not. Its owner needs no permission.
 */
export const LINK: About<Request, Link, Pressed> = {
  noun: 'payment link',
  find: findLink,
  isTheirs: ({ ownerId }, userId) => ownerId === userId,
};

/** The same, whosever it is. */
export const ANY_LINK: About<Request, Link, Pressed> = { noun: 'payment link', find: findLink };

/** For its owner alone. */
export const OWN_LINK: About<Request, Link, Pressed> = {
  noun: 'payment link',
  find: async (pressed, request) => {
    const link = await findLink(pressed, request);
    return link?.ownerId === pressed.place.userId ? link : null;
  },
};

/** A press on something about a link. */
export type LinkPress = Pressed & { about: Link };

/** A link as it is now, and where its card is. */
export const readWithCard = async (
  link: Link,
  { store: { links } }: Pick<Request, 'store'>,
): Promise<LinkWithCard> => {
  const found = await links.findWith(link.teamId, link.id, SHOWN_SALE);
  return found === null ? { ...link, card: null } : { ...found.link, card: found.placed };
};

/** The sales of links of a workspace as lists show them, each once: how they stand, and where their cards are. */
export const readListed = async (
  listed: readonly Link[],
  { store: { messages, links } }: Pick<Request, 'store'>,
): Promise<ListedSale[]> => {
  const [cards, sales] = await Promise.all([
    messages.places(
      listed[0]?.teamId ?? '',
      SHOWN_SALE,
      listed.map(({ saleId }) => saleId),
    ),
    readSales(listed, links),
  ]);
  return sales.map((one) => ({ ...one, card: cards.get(one.saleId) ?? null }));
};

/** Where the link's QR code is: in the thread of its card. Null: nowhere, or Slack does not say in time. */
export const findCardOfQr = async (
  link: Link,
  client: WebClient,
  app: Pick<App, 'store' | 'clock' | 'log'>,
): Promise<CardPlace | null> => {
  const { messages } = app.store;
  // Until it is posted, its card is where it will be.
  const placed =
    (await messages.find(qrMessageOf(link))) ??
    (link.qrFileId === null ? null : await messages.find(cardOf(link)));
  if (placed === null) return null;
  const permalink = await findAddress(placed, client, app);
  return permalink === null ? null : { permalink, channelId: placed.channelId };
};

/** The answer to a submission must reach Slack within three seconds. Finding a card's address may take one of them. */
const PERMALINK_WITHIN_MS = 1_000;

/** The address of a link's card; null without a card, or if Slack does not answer in time. */
export const findPermalink = async (
  link: Pick<Link, 'saleId' | 'teamId'>,
  client: WebClient,
  app: App,
): Promise<string | null> => {
  const card = await app.store.messages.find(cardOf(link));
  return card && findAddress(card, client, app);
};

async function findAddress(
  { id, channelId, ts }: Placed,
  client: WebClient,
  { clock, log }: { clock: Clock; log: Log },
): Promise<string | null> {
  const request = client.chat
    .getPermalink({ channel: channelId, message_ts: ts })
    .then(({ permalink }) => permalink ?? null)
    .catch((error: unknown) => {
      // The payment page's address is shown instead.
      log.info({ link: id, reason: readSlackFailure(error).code }, 'no address of a card');
      return null;
    });
  const ended = new AbortController();
  try {
    return await Promise.race([request, clock.sleep(PERMALINK_WITHIN_MS, ended.signal).then(() => null)]);
  } finally {
    ended.abort();
  }
}
