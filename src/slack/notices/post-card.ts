import { buildLinkCard } from '../../messages/link-card.ts';
import { buildNewsNotice } from '../../notices/notice-kinds.ts';
import { readSlackFailure } from '../slack-failure.ts';
import type { Deliver } from './deliver.ts';

/** The link's one message. Where the channel refuses it for good, the maker is told by direct message. */
export const postCard: Deliver = async (link, _notice, { client, ids, timeZone }) => {
  if (link.card !== null) return { outcome: 'delivered' };
  try {
    const posted = await client.chat.postMessage({
      channel: link.channelId,
      ...buildLinkCard(link, timeZone),
      unfurl_links: false,
      unfurl_media: false,
    });
    if (!posted.channel || !posted.ts)
      return { outcome: 'later', reason: 'no message id', retryAfterMs: null };
    // A post to a person lands in a conversation of another id: that one is needed to edit it.
    return { outcome: 'delivered', card: { channelId: posted.channel, ts: posted.ts } };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    const trouble = { with: 'card', code: failure.code } as const;
    return { outcome: 'never', reason: failure.code, instead: [buildNewsNotice(link, ids, trouble)] };
  }
};
