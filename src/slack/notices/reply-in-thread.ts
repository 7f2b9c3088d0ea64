import { buildLinkReply } from '../../messages/link-reply.ts';
import { buildNewsNotice, replyDetailSchema } from '../../notices/notice-kinds.ts';
import { readSlackFailure } from '../slack-failure.ts';
import type { Deliver } from './deliver.ts';

/** What happened, in the card's thread, to the maker. Without a card it goes to the maker by direct message. */
export const replyInThread: Deliver = async (link, notice, { client, notices, ids, timeZone }) => {
  const happened = replyDetailSchema.parse(notice.detail);
  const { card } = link;
  if (card === null && (await notices.isWaiting(link.id, 'card')))
    return { outcome: 'later', reason: 'card not posted yet', retryAfterMs: null };
  try {
    await client.chat.postMessage({
      ...(card ? { channel: card.channelId, thread_ts: card.ts } : { channel: link.makerId }),
      ...buildLinkReply({ ...link, ...happened }, timeZone),
      unfurl_links: false,
      unfurl_media: false,
    });
    return { outcome: 'delivered' };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent' || card === null) throw error;
    const trouble = { with: 'reply', code: failure.code } as const;
    return { outcome: 'never', reason: failure.code, instead: [buildNewsNotice(link, ids, trouble)] };
  }
};
