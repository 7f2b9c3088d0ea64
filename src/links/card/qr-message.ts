import { editMessage, postMessage } from '../../slack/messages.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import { isAboutMessage, type PictureEnd } from './follow-picture.ts';
import { mayCarryQr } from './link-card-view.ts';
import type { Deliver, DeliveryDependencies } from './notice-delivery.ts';
import { buildNewsNotice } from './notice-kinds.ts';
import { buildPictureEdit, readPictureTries } from './qr-chain.ts';
import { buildFirstQrMessage, buildQrMessage } from './qr-message-view.ts';

/** Posts the message in the card's thread, without its picture, and then the edit that shows it. */
export const postQrMessage: Deliver = async (link, notice, { client, links, ids, clock }) => {
  const { card, qrFileId: fileId } = link;
  if (card === null || fileId === null || link.qrMessage !== null || !mayCarryQr(link))
    return { outcome: 'done' };
  try {
    const { channelId, ts } = await postMessage(client, {
      channel: card.channelId,
      threadTs: card.threadTs ?? card.ts,
      message: buildFirstQrMessage(link),
    });
    return {
      outcome: 'done',
      qrMessage: { channelId, ts, ofCard: card.ts },
      next: [buildPictureEdit(link, ids, readPictureTries(notice.payload) ?? 0)],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    await links.dropQr(link.id, { fileId, mayRenew: false }, clock.now());
    const trouble = { with: 'qr', code: failure.code } as const;
    return { outcome: 'failed', reason: failure.code, next: [buildNewsNotice(link, ids, trouble)] };
  }
};

/**
 * Shows the picture in its message, or takes it away once there is nothing to pay. Safe to repeat, and repeated
 * with each edit of the card. `isDue`: Slack may have processed the picture by now.
 */
export const showQrMessage = async (
  link: Link,
  isDue: boolean,
  { client, timeZone }: Pick<DeliveryDependencies, 'client' | 'timeZone'>,
): Promise<PictureEnd> => {
  const isPictured = isDue && mayCarryQr(link);
  if (link.qrMessage === null || (!isPictured && mayCarryQr(link))) return 'none';
  try {
    await editMessage(client, link.qrMessage, buildQrMessage(link, timeZone));
    return isPictured ? 'taken' : 'none';
  } catch (error) {
    const failure = readSlackFailure(error);
    if (isPictured && isAboutMessage(failure)) return failure;
    // Somebody deleted it, and so it misleads nobody.
    if (failure.why === 'gone') return 'none';
    throw error;
  }
};
