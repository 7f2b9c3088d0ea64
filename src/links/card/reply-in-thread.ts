import { isChannel } from '../../blocks/place.ts';
import { isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import { displayStateOf } from './display-state.ts';
import { buildLinkReply } from './link-reply-view.ts';
import type { Deliver, DeliveryDependencies } from './notice-delivery.ts';
import { buildNewsNotice, replyDetailSchema } from './notice-kinds.ts';

/** Tells the owner in the card's thread what happened. Without a card, by direct message. */
export const replyInThread: Deliver = async (link, notice, dependencies) => {
  const { client, jobs, ids, timeZone } = dependencies;
  const happened = replyDetailSchema.parse(notice.payload);
  const { card } = link;
  if (card === null && (await jobs.isWaiting(link.id, 'card')))
    return { outcome: 'later', reason: 'card not posted yet', retryAfterMs: null };
  const told = { ...link, ...happened };
  const isBroadcast = await isForChannel(told, dependencies);
  const said = { ...buildLinkReply(told, timeZone), unfurl_links: false, unfurl_media: false };
  try {
    if (card === null) {
      await client.chat.postMessage({ channel: link.ownerId, ...said });
      return { outcome: 'done' };
    }
    const reply = { channel: card.channelId, thread_ts: card.threadTs ?? card.ts, ...said };
    try {
      await client.chat.postMessage(isBroadcast ? { ...reply, reply_broadcast: true } : reply);
    } catch (error) {
      // A channel may forbid broadcasting thread replies.
      if (!isBroadcast || !isRefusedByPlace(readSlackFailure(error))) throw error;
      await client.chat.postMessage(reply);
    }
    return { outcome: 'done' };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent' || card === null) throw error;
    const trouble = { with: 'reply', code: failure.code } as const;
    return { outcome: 'failed', reason: failure.code, next: [buildNewsNotice(link, ids, trouble)] };
  }
};

/**
 * Only people who look see an edit or a thread reply. Paid concerns everyone, if the channel's setting says
 * so.
 */
async function isForChannel(
  link: Link,
  { channelSettings }: Pick<DeliveryDependencies, 'channelSettings'>,
): Promise<boolean> {
  if (displayStateOf(link) !== 'paid' || link.card === null || !isChannel(link.card.channelId)) return false;
  return (await channelSettings.of(link.teamId, link.card.channelId)).isPaidBroadcast;
}
