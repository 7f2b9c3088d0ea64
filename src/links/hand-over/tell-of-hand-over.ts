import { postMessage } from '../../slack/messages.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Deliver } from '../card/notice-delivery.ts';
import { buildHandOverNotice, handOverDetailSchema } from '../card/notice-kinds.ts';
import { buildNotTold, buildNowTheirs, buildNowYours } from './hand-over-view.ts';

/** A direct message to the new owner, or to the one before. Who handed the link over hears if it can't be sent. */
export const tellOfHandOver: Deliver = async (link, notice, { client, ids, timeZone }) => {
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
