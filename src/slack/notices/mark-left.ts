import { buildLeftCard } from '../../messages/link-card.ts';
import { leftDetailSchema } from '../../notices/notice-kinds.ts';
import type { Deliver } from './deliver.ts';

/** The message that was the card says where the card is now. */
export const markLeft: Deliver = async (link, notice, { client }) => {
  const { channelId, ts } = leftDetailSchema.parse(notice.detail);
  if (link.card === null || link.card.ts === ts) return { outcome: 'delivered' };
  await client.chat.update({ channel: channelId, ts, ...buildLeftCard(link) });
  return { outcome: 'delivered' };
};
