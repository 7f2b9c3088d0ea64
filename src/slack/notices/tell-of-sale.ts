import { buildTwoLinks } from '../../messages/two-links.ts';
import { buildNewsNotice, saleDetailSchema } from '../../notices/notice-kinds.ts';
import { readSlackFailure } from '../slack-failure.ts';
import type { Deliver } from './deliver.ts';

/** Two links for one sale: in the card's thread, or by direct message. Without a card the makers' messages say it. */
export const tellOfSale: Deliver = async (link, notice, { client, links, notices, ids }) => {
  const { what, otherId, to } = saleDetailSchema.parse(notice.detail);
  const { card } = link;
  if (to === null && card === null) {
    if (await notices.isWaiting(link.id, 'card'))
      return { outcome: 'later', reason: 'card not posted yet', retryAfterMs: null };
    return { outcome: 'delivered' };
  }
  try {
    await client.chat.postMessage({
      ...(to === null && card
        ? { channel: card.channelId, thread_ts: card.threadTs ?? card.ts }
        : { channel: to ?? link.makerId }),
      ...buildTwoLinks(what, link, await links.get(otherId)),
      unfurl_links: false,
      unfurl_media: false,
    });
    return { outcome: 'delivered' };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent' || to !== null) throw error;
    const trouble = { with: 'reply', code: failure.code } as const;
    return { outcome: 'never', reason: failure.code, instead: [buildNewsNotice(link, ids, trouble)] };
  }
};
