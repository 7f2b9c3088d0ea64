import { isChannel } from '../../blocks/place.ts';
import type { Ids } from '../../ids.ts';
import { editMessage, type MessagePlace } from '../../slack/messages.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { NewJob } from '../../store/job.ts';
import type { Link } from '../../store/link.ts';
import { qrMessageOf } from '../../store/link-card.ts';
import type { Subject } from '../../store/message-store.ts';
import { buildLeftQrMessage } from './card-thread-view.ts';
import { findPermalink } from './find-link.ts';
import { buildLeftCard, mayCarryQr } from './link-card-view.ts';
import { buildLeftNotice, buildQrNotice, type Deliver, leftPlaceSchema } from './notice-kinds.ts';

/** What follows when a card moves: the messages that it leaves behind say where it is, and its QR code comes into its new thread. */
export const leaveCard = (
  link: Link,
  { channelId, ts }: MessagePlace,
  qrMessage: MessagePlace | null,
  ids: Pick<Ids, 'notice'>,
): { without?: Subject; jobs: NewJob[] } => {
  if (qrMessage === null) return { jobs: [buildLeftNotice(link, ids, { channelId, ts })] };
  const code = { channelId: qrMessage.channelId, ts: qrMessage.ts };
  return {
    without: qrMessageOf(link),
    jobs: [
      buildLeftNotice(link, ids, { channelId, ts, qrMessage: code }),
      ...(mayCarryQr(link) ? [buildQrNotice(link, ids)] : []),
    ],
  };
};

/** Edits the old messages to say where the card is now. */
export const markLeft: Deliver = async (link, notice, app, client) => {
  const { channelId, ts, qrMessage } = leftPlaceSchema.parse(notice.payload);
  if (link.card === null || link.card.ts === ts) return { outcome: 'done' };
  // Nobody else can open a person’s messages with the app.
  const permalink = isChannel(link.card.channelId) ? await findPermalink(link, client, app) : null;
  const edits = [
    { place: { channelId, ts }, message: buildLeftCard(link, permalink) },
    ...(qrMessage ? [{ place: qrMessage, message: buildLeftQrMessage() }] : []),
  ];
  for (const { place, message } of edits)
    await editMessage(client, place, message).catch((error: unknown) => {
      // Someone deleted it, so it misleads nobody.
      if (readSlackFailure(error).why !== 'gone') throw error;
    });
  return { outcome: 'done' };
};
