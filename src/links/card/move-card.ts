import { isChannel } from '../../blocks/place.ts';
import type { Ids } from '../../ids.ts';
import { editMessage, postMessage } from '../../slack/messages.ts';
import { isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import type { Card, Link } from '../../store/link.ts';
import { buildLeftCard, mayCarryQr } from './link-card-view.ts';
import type { Deliver } from './notice-delivery.ts';
import {
  buildEditNotice,
  buildLeftNotice,
  buildQrNotice,
  type LeftPlace,
  leftPlaceSchema,
  moveDetailSchema,
  type NewNotice,
} from './notice-kinds.ts';
import { buildFirstPost } from './post-card.ts';
import { buildLeftQrMessage } from './qr-message-view.ts';

/**
 * Tries again to post the card in the channel that refused it, or brings it to its new owner. Presses queue in
 * the channel's lane, and the second finds nothing to do. Until the new card's place is written down, the old card counts.
 */
export const moveCard: Deliver = async (link, notice, { client, ids, clock, timeZone }) => {
  const { card: left, cardRefusal } = link;
  const to = moveDetailSchema.parse(notice.payload ?? null)?.to ?? null;
  // Handed over again meanwhile: then another notice brings it to whoever has it now.
  const isMoved = to === null ? cardRefusal === null : to !== link.ownerId;
  if (left === null || isMoved || (to !== null && isChannel(left.channelId))) return { outcome: 'done' };
  try {
    const { refusedAs: _, ...card } = await postMessage(
      client,
      buildFirstPost(link, to ?? link.channelId, timeZone),
    );
    return {
      outcome: 'done',
      card: { ...card, refusal: to === null ? null : cardRefusal, insteadOf: left.ts },
      next: [
        buildEditNotice(link, ids),
        buildLeftNotice(link, ids, buildLeftPlace(link, left)),
        ...buildPictureAgain(link, ids),
      ],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (to !== null || !isRefusedByPlace(failure)) throw error;
    return {
      outcome: 'done',
      refusal: { code: failure.code, at: clock.now() },
      next: [buildEditNotice(link, ids)],
    };
  }
};

/** What the card leaves behind: itself, and the QR code in its thread. */
const buildLeftPlace = ({ qrMessage }: Link, { channelId, ts }: Card): LeftPlace => ({
  channelId,
  ts,
  ...(qrMessage && { qrMessage }),
});

/** A picture in the thread of the old card has yet to come into that of the new one. */
const buildPictureAgain = (link: Link, ids: Pick<Ids, 'notice'>): NewNotice[] =>
  link.qrMessage !== null && mayCarryQr(link) ? [buildQrNotice(link, ids)] : [];

/** Edits the old messages to say where the card is now. */
export const markLeft: Deliver = async (link, notice, { client }) => {
  const { channelId, ts, qrMessage } = leftPlaceSchema.parse(notice.payload);
  if (link.card === null || link.card.ts === ts) return { outcome: 'done' };
  const edits = [
    { place: { channelId, ts }, message: buildLeftCard(link) },
    ...(qrMessage ? [{ place: qrMessage, message: buildLeftQrMessage() }] : []),
  ];
  for (const { place, message } of edits)
    await editMessage(client, place, message).catch((error: unknown) => {
      // Somebody deleted it, and so it misleads nobody.
      if (readSlackFailure(error).why !== 'gone') throw error;
    });
  return { outcome: 'done' };
};
