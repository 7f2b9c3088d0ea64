import { editMessage, messagePlaceSchema, postMessage } from '../../slack/editable-message.ts';
import { isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import { buildLeftCard } from './link-card-view.ts';
import type { Deliver } from './notice-delivery.ts';
import { buildEditNotice, buildLeftNotice } from './notice-kinds.ts';
import { buildFirstPost } from './post-card.ts';

/**
 * Tries again to post the card in the channel that refused it. Presses queue in the channel's lane, and the
 * second finds nothing to do. Until the new card's place is written down, the old card counts.
 */
export const moveCard: Deliver = async (link, _notice, { client, ids, clock, timeZone }) => {
  const { card: left, cardRefusal } = link;
  if (left === null || cardRefusal === null) return { outcome: 'done' };
  try {
    const { refusedAs: _, ...card } = await postMessage(
      client,
      buildFirstPost(link, link.channelId, timeZone),
    );
    return {
      outcome: 'done',
      card: { ...card, refusal: null, insteadOf: left.ts },
      next: [
        buildEditNotice(link, ids),
        buildLeftNotice(link, ids, { channelId: left.channelId, ts: left.ts }),
      ],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!isRefusedByPlace(failure)) throw error;
    return {
      outcome: 'done',
      refusal: { code: failure.code, at: clock.now() },
      next: [buildEditNotice(link, ids)],
    };
  }
};

/** Edits the old message to say where the card is now. */
export const markLeft: Deliver = async (link, notice, { client }) => {
  const { channelId, ts } = messagePlaceSchema.parse(notice.payload);
  if (link.card === null || link.card.ts === ts) return { outcome: 'done' };
  await editMessage(client, { channelId, ts }, buildLeftCard(link));
  return { outcome: 'done' };
};
