import { z } from 'zod';
import { isPayable } from '../../messages/link-standing.ts';
import { buildMakerNews } from '../../messages/maker-news.ts';
import { newsTroubleSchema } from '../../notices/notice-kinds.ts';
import type { Link } from '../../store/link.ts';
import { readSlackFailure } from '../slack-failure.ts';
import type { Deliver, DeliveryDependencies } from './deliver.ts';
import { PICTURE_READY_MS } from './qr-chain.ts';

const newsDetailSchema = z.object({ trouble: newsTroubleSchema.nullable() });

/** Then the news goes without its picture: the link matters more. */
const TRIES_WITH_PICTURE = 3;

/** A direct message to the person who made the link. Without a card it carries the QR picture as well. */
export const tellMaker: Deliver = async (link, notice, dependencies) => {
  const { trouble } = newsDetailSchema.parse(notice.detail);
  const isPictured = trouble?.with === 'card' && notice.attempts < TRIES_WITH_PICTURE;
  try {
    const shown = isPictured ? await withPicture(link, dependencies) : { ...link, qrFileId: null };
    // It was uploaded this moment, and would be refused.
    if (shown.qrFileId !== link.qrFileId && isPictured)
      return { outcome: 'later', reason: 'picture not ready', retryAfterMs: PICTURE_READY_MS };
    await dependencies.client.chat.postMessage({
      channel: link.makerId,
      ...buildMakerNews(shown, dependencies.timeZone, trouble),
      unfurl_links: false,
      unfurl_media: false,
    });
    return { outcome: 'delivered' };
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
