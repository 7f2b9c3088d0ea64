import { z } from 'zod';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Card, Link } from '../../store/link.ts';
import { buildCreatorNews, buildReminder, buildTwoLinks } from './creator-news-view.ts';
import { displayStateOf, isPayable } from './display-state.ts';
import type { Deliver, DeliveryDependencies } from './notice-delivery.ts';
import { buildNewsNotice, newsTroubleSchema, saleDetailSchema } from './notice-kinds.ts';
import { PICTURE_READY_MS } from './qr-chain.ts';

/** A reminder, unless there is nothing left to remind of by then. */
export const remindCreator: Deliver = async (link, _notice, { client, clock, timeZone }) => {
  if (!isPayable(link) || link.expiresAt <= clock.now()) return { outcome: 'done' };
  await client.chat.postMessage({
    channel: link.ownerId,
    ...buildReminder(link, timeZone),
    unfurl_links: false,
    unfurl_media: false,
  });
  return { outcome: 'done' };
};

const newsDetailSchema = z.object({ trouble: newsTroubleSchema.nullable() });

/** After this many attempts the news goes without its picture: the link matters more. */
const TRIES_WITH_PICTURE = 3;

/** A direct message to the link's owner. Without a card it carries the QR picture as well. */
export const tellCreator: Deliver = async (link, notice, dependencies) => {
  const { trouble } = newsDetailSchema.parse(notice.payload);
  // It comes late: read after the second try has worked, “was not made” would make them try a third time.
  if (displayStateOf(link) === 'not-made' && (await dependencies.links.wasMadeAgain(link.id)))
    return { outcome: 'done' };
  const isPictured = trouble?.with === 'card' && notice.attempts < TRIES_WITH_PICTURE;
  try {
    const shown = isPictured ? await withPicture(link, dependencies) : { ...link, qrFileId: null };
    // The picture was uploaded just now, and Slack would refuse it.
    if (shown.qrFileId !== link.qrFileId && isPictured)
      return { outcome: 'later', reason: 'picture not ready', retryAfterMs: PICTURE_READY_MS };
    await dependencies.client.chat.postMessage({
      channel: link.ownerId,
      ...buildCreatorNews(shown, dependencies.timeZone, trouble),
      unfurl_links: false,
      unfurl_media: false,
    });
    return { outcome: 'done' };
  } catch (error) {
    if (!isPictured) throw error;
    const failure = readSlackFailure(error);
    return {
      outcome: 'later',
      reason: failure.code,
      retryAfterMs: failure.kind === 'passing' ? failure.retryAfterMs : null,
    };
  }
};

async function withPicture(link: Link, { qrPictures, links }: DeliveryDependencies): Promise<Link> {
  if (!isPayable(link) || !link.details.Is_QR_needed) return link;
  await qrPictures.upload(link);
  return links.get(link.id);
}

/**
 * Tells of two links for one sale: in the card's thread, or by direct message. Without a card, the owners'
 * own messages say it.
 */
export const tellOfSale: Deliver = async (link, notice, { client, links, jobs, ids, channelSettings }) => {
  const { what, otherId, to } = saleDetailSchema.parse(notice.payload);
  const { card } = link;
  if (to === null && card === null) {
    if (await jobs.isWaiting(link.id, 'card'))
      return { outcome: 'later', reason: 'card not posted yet', retryAfterMs: null };
    return { outcome: 'done' };
  }
  try {
    await client.chat.postMessage({
      ...(to === null && card ? await placeOfNews(link.teamId, card) : { channel: to ?? link.ownerId }),
      ...buildTwoLinks(what, link, await links.get(otherId)),
      unfurl_links: false,
      unfurl_media: false,
    });
    return { outcome: 'done' };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent' || to !== null) throw error;
    const trouble = { with: 'reply', code: failure.code } as const;
    return { outcome: 'failed', reason: failure.code, next: [buildNewsNotice(link, ids, trouble)] };
  }

  /** The card's thread, unless the channel wants none. */
  async function placeOfNews(teamId: string, { channelId, ts, threadTs }: Card) {
    const { isThreaded } = await channelSettings.of(teamId, channelId);
    return { channel: channelId, ...(isThreaded ? { thread_ts: threadTs ?? ts } : {}) };
  }
};
