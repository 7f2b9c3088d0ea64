import { isChannel } from '../../blocks/place.ts';
import { isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import type { ChannelSettings } from '../../store/channel-settings-store.ts';
import type { Link } from '../../store/link.ts';
import { displayStateOf } from './display-state.ts';
import { buildLinkReply } from './link-reply-view.ts';
import type { Deliver, DeliveryDependencies } from './notice-delivery.ts';
import { buildNewsNotice, replyDetailSchema } from './notice-kinds.ts';

/**
 * Tells the owner what happened: in the card's thread or in its channel, as the channel's settings say. Without a
 * card, by direct message.
 */
export const replyInThread: Deliver = async (link, notice, dependencies) => {
  const { client, jobs, ids, timeZone } = dependencies;
  const happened = replyDetailSchema.parse(notice.payload);
  const { card } = link;
  if (card === null && (await jobs.isWaiting(link.id, 'card')))
    return { outcome: 'later', reason: 'card not posted yet', retryAfterMs: null };
  const told = { ...link, ...happened };
  const isPaid = displayStateOf(told) === 'paid';
  const channel = await readCardChannel(link, dependencies);
  const say = {
    ...buildLinkReply(told, timeZone, {
      alsoFor: isPaid ? (channel?.paidMentions ?? []) : [],
      isApart: channel?.isThreaded === false,
    }),
    unfurl_links: false,
    unfurl_media: false,
  };
  try {
    if (card === null) {
      await client.chat.postMessage({ channel: link.ownerId, ...say });
      return { outcome: 'done' };
    }
    if (channel?.isThreaded === false) {
      await client.chat.postMessage({ channel: card.channelId, ...say });
      return { outcome: 'done' };
    }
    const reply = { channel: card.channelId, thread_ts: card.threadTs ?? card.ts, ...say };
    // Only people who look see an edit or a thread reply.
    const isBroadcast = isPaid && channel?.isPaidBroadcast === true;
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

/** Null: the card is in no channel. */
const readCardChannel = async (
  { teamId, card }: Link,
  { channelSettings }: Pick<DeliveryDependencies, 'channelSettings'>,
): Promise<ChannelSettings | null> =>
  card !== null && isChannel(card.channelId) ? channelSettings.of(teamId, card.channelId) : null;
