import type { WebClient } from '@slack/web-api';
import type { Request } from '../../app-parts.ts';
import type { Waiting } from '../../blocks/message.ts';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { type ActionArgs, type ActionPlace, createButton } from '../../slack/button.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import { openView, type Prepared } from '../../slack/views.ts';
import type { Link } from '../../store/link.ts';
import { type Permission, permit } from '../../workspaces/members.ts';
import type { CardPlace } from '../counter/counter-view.ts';

/** The link of a button that its owner pressed in the same workspace. Otherwise tells the person, and returns null. */
export const findOwnLink = async (
  place: ActionPlace,
  { store }: Request,
  tell: (text: string) => Promise<unknown>,
): Promise<Link | null> => {
  const link = place.value === null ? null : await store.links.find(place.teamId, place.value);
  if (link?.ownerId === place.userId) return link;
  await tell('Paylink can’t find this payment link. Run `/paylink` to make a new one.');
  return null;
};

/**
 * The link of a card's button, for members of the workspace that made it. People from other workspaces in a shared channel can
 * press it too: they get the same refusal whether the link exists or not.
 */
export const findColleagueLink = async (
  place: ActionPlace,
  { store }: Request,
  tell: (text: string) => Promise<unknown>,
): Promise<Link | null> => {
  const { value, teamId, isOutsider } = place;
  const link = value === null ? null : await store.links.find(teamId, value);
  if (link) return link;
  await tell(
    isOutsider
      ? 'Only members of the workspace that made this link can use its buttons.'
      : 'Paylink can’t find this payment link here. Only members of the workspace that made a link can use its buttons.',
  );
  return null;
};

/** Where the link's QR code is: in the thread of its card, or in the card. Null: nowhere, or Slack does not say in time. */
export const findCardOfQr = async (
  link: Link,
  { patientClient, ...request }: Request,
): Promise<CardPlace | null> => {
  if (link.card === null || link.qrFileId === null) return null;
  const shown = { id: link.id, card: link.qrMessage ?? link.card };
  const permalink = await findPermalink(shown, patientClient, request);
  return permalink === null ? null : { permalink, channelId: link.card.channelId };
};

/** The answer to a submission must reach Slack within three seconds. Finding a card's address may take one of them. */
const PERMALINK_WITHIN_MS = 1_000;

/** The address of a link's card; null without a card, or if Slack does not answer in time. */
export const findPermalink = async (
  { id, card }: Pick<Link, 'id' | 'card'>,
  client: WebClient,
  { clock, log }: { clock: Clock; log: Log },
): Promise<string | null> => {
  if (card === null) return null;
  const request = client.chat
    .getPermalink({ channel: card.channelId, message_ts: card.ts })
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
};

const LOOK_EVERY_MS = 250;
/** Most cards are posted within this time. When Slack is slow, many people wait for theirs. */
const LOOK_OFTEN_FOR_MS = 2_000;
const LOOK_SELDOM_MS = 1_000;

/** Polls the link until `isThere` accepts it; null: not within that time. */
export const waitForCard = async (
  { id }: Pick<Link, 'id'>,
  { isThere, withinMs }: { isThere: (link: Link) => boolean; withinMs: number },
  { store, clock, stopping }: Request,
): Promise<Link | null> => {
  let waited = 0;
  while (waited < withinMs && !stopping.aborted) {
    const pause = waited < LOOK_OFTEN_FOR_MS ? LOOK_EVERY_MS : LOOK_SELDOM_MS;
    await clock.sleep(pause, stopping);
    waited += pause;
    const link = await store.links.get(id);
    if (isThere(link)) return link;
  }
  return null;
};

interface Press {
  link: Link;
  place: ActionPlace;
  client: ActionArgs['client'];
  /** Shows a message to the person who pressed, and nobody else. */
  tell: (text: string) => Promise<unknown>;
}

/**
 * A button of a card, for members of the workspace that made the link. Its owner may press all buttons; `needed` is the
 * permission that others need, null if every colleague may press it.
 */
export const createCardButton = (
  name: string,
  needed: Permission | null,
  handle: (press: Press, request: Request) => Promise<void>,
) =>
  createButton<Request>(name, async ({ place, tell, args }, request) => {
    const link = await findForPress(place, needed, request, tell);
    if (link) await handle({ link, place, client: args.client, tell }, request);
  });

/** The same for a button that opens a window. `prepare` reads only our own store. */
export const createCardWindow = (
  {
    name,
    needed,
    first,
    isInPlace = false,
  }: { name: string; needed: Permission | null; first: Waiting /** See `Opening`. */; isInPlace?: boolean },
  prepare: (press: Pick<Press, 'link' | 'place'>, request: Request) => Promise<Prepared>,
) =>
  createButton<Request>(name, ({ place, tell, args }, request) =>
    openView(
      {
        client: args.client,
        place,
        tell,
        first,
        isInPlace,
        read: async (refuse) => {
          const link = await findForPress(place, needed, request, refuse);
          return link && prepare({ link, place }, request);
        },
      },
      request,
    ),
  );

/** Null: the person was told why. */
export async function findForPress(
  place: ActionPlace,
  /** The permission that everyone but the owner needs. */
  needed: Permission | null,
  request: Request,
  tell: (text: string) => Promise<unknown>,
): Promise<Link | null> {
  const link = await findColleagueLink(place, request, tell);
  if (!link) return null;
  const asker = { teamId: link.teamId, userId: place.userId };
  const isAllowed = needed === null || link.ownerId === place.userId;
  return isAllowed || (await permit(asker, needed, request, tell)) ? link : null;
}
