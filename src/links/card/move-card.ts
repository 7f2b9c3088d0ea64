import { isChannel } from '../../blocks/place.ts';
import { editMessage, postMessage } from '../../slack/messages.ts';
import { isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import { cardOf, qrMessageOf } from '../../store/link-card.ts';
import { buildLeftQrMessage } from './card-thread-view.ts';
import { buildFirstCard, buildLeftCard, mayCarryQr } from './link-card-view.ts';
import {
  buildLeftNotice,
  buildLinkShow,
  buildQrNotice,
  type Deliver,
  leftPlaceSchema,
  moveDetailSchema,
} from './notice-kinds.ts';

/**
 * Posts the card again in the channel that refused it, or in its new owner's messages. Presses queue in the channel's lane, and
 * the second finds nothing to do. Until the new card's place is stored, the old card counts.
 */
export const moveCard: Deliver = async (link, notice, { store, ids, clock, timeZone }, client) => {
  const { card: left } = link;
  const to = moveDetailSchema.parse(notice.payload ?? null)?.to ?? null;
  if (left === null) return { outcome: 'done' };
  // If it was handed over again meanwhile, another notice moves it.
  const isMoved = to === null ? left.refusal === null : to !== link.ownerId;
  if (isMoved || (to !== null && isChannel(left.channelId))) return { outcome: 'done' };
  try {
    const { refusedAs: _, ...posted } = await postMessage(client, {
      channel: to ?? link.channelId,
      message: buildFirstCard(link, timeZone),
      metadata: { event_type: 'paylink_link', event_payload: { id: link.id } },
    });
    const qrMessage = await store.messages.find(qrMessageOf(link));
    return {
      outcome: 'done',
      moved: {
        ...{ subject: cardOf(link), left: left.ts },
        place: { ...posted, refusal: to === null ? null : left.refusal },
        ...(qrMessage && { without: qrMessageOf(link) }),
      },
      next: [
        buildLinkShow(link, clock.now()),
        buildLeftNotice(link, ids, {
          ...{ channelId: left.channelId, ts: left.ts },
          ...(qrMessage && { qrMessage: { channelId: qrMessage.channelId, ts: qrMessage.ts } }),
        }),
        // A picture in the thread of the old card has to come into that of the new one.
        ...(qrMessage && mayCarryQr(link) ? [buildQrNotice(link, ids)] : []),
      ],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (to !== null || !isRefusedByPlace(failure)) throw error;
    return {
      outcome: 'done',
      refused: { subject: cardOf(link), refusal: { code: failure.code, at: clock.now() } },
      next: [buildLinkShow(link, clock.now())],
    };
  }
};

/** Edits the old messages to say where the card is now. */
export const markLeft: Deliver = async (link, notice, _app, client) => {
  const { channelId, ts, qrMessage } = leftPlaceSchema.parse(notice.payload);
  if (link.card === null || link.card.ts === ts) return { outcome: 'done' };
  const edits = [
    { place: { channelId, ts }, message: buildLeftCard(link) },
    ...(qrMessage ? [{ place: qrMessage, message: buildLeftQrMessage() }] : []),
  ];
  for (const { place, message } of edits)
    await editMessage(client, place, message).catch((error: unknown) => {
      // Someone deleted it, so it misleads nobody.
      if (readSlackFailure(error).why !== 'gone') throw error;
    });
  return { outcome: 'done' };
};
