import { isChannel } from '../../blocks/place.ts';
import type { Ids } from '../../ids.ts';
import { postMessage } from '../../slack/messages.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import type { Deliver } from '../card/notice-delivery.ts';
import {
  buildEditNotice,
  buildHandOverNotice,
  buildOwnerMoveNotice,
  handOverDetailSchema,
  type NewNotice,
} from '../card/notice-kinds.ts';
import { buildNotTold, buildNowTheirs, buildNowYours, type HandedOverTo } from './hand-over-view.ts';

/**
 * A direct message to the new owner and one to the previous owner. A card in a channel then names its new
 * owner; a card in somebody's direct messages moves to those of the new owner.
 */
export const buildHandOverNotices = (
  link: Link,
  handed: HandedOverTo,
  ids: Pick<Ids, 'notice'>,
): NewNotice[] => [
  buildHandOverNotice(link, ids, { ...handed, tells: handed.to }),
  buildHandOverNotice(link, ids, { ...handed, tells: handed.from }),
  buildEditNotice(link, ids),
  ...(link.card !== null && !isChannel(link.card.channelId) ? [buildOwnerMoveNotice(link, ids)] : []),
];

/** Sends one of the two direct messages. If the new owner can't be reached, the person who handed over is told. */
export const deliverHandOver: Deliver = async (link, notice, { client, ids, timeZone }) => {
  const { tells, untold, ...handed } = handOverDetailSchema.parse(notice.payload);
  const message =
    untold !== undefined
      ? buildNotTold(link, handed, untold)
      : tells === handed.to
        ? buildNowYours(link, handed, timeZone)
        : buildNowTheirs(link, handed);
  try {
    await postMessage(client, { channel: tells, message });
    return { outcome: 'done' };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    const isOwnerUntold = untold === undefined && tells === handed.to && handed.by !== handed.to;
    return {
      outcome: 'failed',
      reason: failure.code,
      next: isOwnerUntold
        ? [buildHandOverNotice(link, ids, { ...handed, tells: handed.by, untold: failure.code })]
        : [],
    };
  }
};
