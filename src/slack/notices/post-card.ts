import { buildFirstCard } from '../../messages/link-card.ts';
import { buildEditNotice, buildNewsNotice } from '../../notices/notice-kinds.ts';
import { readSlackFailure } from '../slack-failure.ts';
import type { Deliver } from './deliver.ts';

/**
 * The link's one message, without a state, and then the edit that gives it one. Where the channel refuses it
 * for good, the maker is told by direct message.
 */
export const postCard: Deliver = async (link, _notice, { client, ids, timeZone }) => {
  if (link.card !== null) return { outcome: 'delivered' };
  // Its card says so from now on, whether this one finds a place or not.
  const replaced =
    link.replacesLinkId === null
      ? []
      : [buildEditNotice({ id: link.replacesLinkId, teamId: link.teamId }, ids)];
  try {
    const posted = await client.chat.postMessage({
      channel: link.channelId,
      ...buildFirstCard(link, timeZone),
      metadata: { event_type: 'paylink_link', event_payload: { id: link.id } },
      unfurl_links: false,
      unfurl_media: false,
    });
    if (!posted.channel || !posted.ts)
      return { outcome: 'later', reason: 'no message id', retryAfterMs: null };
    return {
      outcome: 'delivered',
      // A post to a person lands in a conversation of another id: that one is needed to edit it.
      card: { channelId: posted.channel, ts: posted.ts },
      next: [buildEditNotice(link, ids), ...replaced],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    const trouble = { with: 'card', code: failure.code } as const;
    return {
      outcome: 'never',
      reason: failure.code,
      instead: [buildNewsNotice(link, ids, trouble), ...replaced],
    };
  }
};
