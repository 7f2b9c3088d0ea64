import { buildLinkCard } from '../../messages/link-card.ts';
import { buildNewsNotice } from '../../notices/notice-kinds.ts';
import type { Delivery } from '../../notices/notifier.ts';
import type { Link } from '../../store/link.ts';
import { readSlackFailure } from '../slack-failure.ts';
import type { Deliver, DeliveryDependencies } from './deliver.ts';

/** About two minutes of tries: Slack needs a moment before an uploaded picture may be shown. */
const MOST_TRIES = 8;

/** Slack's word for a picture that it has not finished processing. */
const NOT_READY = 'invalid_blocks';

/** Adds the QR picture to a posted card. The link stands without it: after some tries the maker is told. */
export const attachQr: Deliver = async (link, notice, dependencies) => {
  const { client, links, qrPictures, timeZone } = dependencies;
  const mayTryOn = notice.attempts < MOST_TRIES;
  try {
    await qrPictures.upload(link);
    const current = await links.get(link.id);
    if (current.card === null) {
      return mayTryOn
        ? { outcome: 'later', reason: 'card not posted yet', retryAfterMs: null }
        : { outcome: 'never', reason: 'no card to join', instead: [] };
    }
    await client.chat.update({
      channel: current.card.channelId,
      ts: current.card.ts,
      ...buildLinkCard(current, timeZone),
    });
    return { outcome: 'delivered' };
  } catch (error) {
    const failure = readSlackFailure(error);
    const isForGood = failure.kind === 'permanent' && failure.code !== NOT_READY;
    if (isForGood || !mayTryOn) return giveUp(link, failure.code, dependencies);
    return {
      outcome: 'later',
      reason: failure.code,
      retryAfterMs: failure.kind === 'passing' ? failure.retryAfterMs : null,
    };
  }
};

function giveUp(link: Link, code: string, { ids }: DeliveryDependencies): Delivery {
  return { outcome: 'never', reason: code, instead: [buildNewsNotice(link, ids, { with: 'qr', code })] };
}
