import type { WebClient } from '@slack/web-api';
import type { Message } from '../../blocks/message.ts';
import { editMessage, postMessage } from '../../slack/messages.ts';
import { isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import type { CardRefusal } from '../../store/link.ts';
import { cardOf, qrMessageOf } from '../../store/link-card.ts';
import type { NewPlace } from '../../store/message-store.ts';
import { leaveCard } from './leave-card.ts';
import { buildFirstCard } from './link-card-view.ts';
import { buildLinkShow, type Deliver } from './notice-kinds.ts';

/** The message that it left when the channel closed; null: there is none, or somebody deleted it. */
const returnTo = async (
  { left }: CardRefusal,
  channelId: string,
  message: Message,
  client: WebClient,
): Promise<Omit<NewPlace, 'refusal'> | null> => {
  if (left === undefined) return null;
  try {
    await editMessage(client, { channelId, ts: left.ts }, message);
    return { channelId, ...left };
  } catch (error) {
    if (readSlackFailure(error).why === 'gone') return null;
    throw error;
  }
};

/**
 * Posts the card again in the channel that refused it. Presses queue in the channel's lane, and the second finds nothing to do.
 * Until the new card's place is stored, the old card counts.
 */
export const moveCard: Deliver = async (link, _notice, { store, ids, clock, timeZone }, client) => {
  const { card: left } = link;
  if (left === null || left.refusal === null) return { outcome: 'done' };
  try {
    const message = buildFirstCard(link, timeZone);
    const place =
      (await returnTo(left.refusal, link.channelId, message, client)) ??
      (await postMessage(client, {
        ...{ channel: link.channelId, message },
        metadata: { event_type: 'paylink_link', event_payload: { id: link.id } },
      }));
    const { channelId, ts, threadTs } = place;
    const { jobs, ...behind } = leaveCard(link, left, await store.messages.find(qrMessageOf(link)), ids);
    return {
      outcome: 'done',
      moved: {
        ...{ subject: cardOf(link), left: left.ts },
        place: { channelId, ts, threadTs, refusal: null },
        ...behind,
      },
      next: [buildLinkShow(link, clock.now()), ...jobs],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (!isRefusedByPlace(failure)) throw error;
    return {
      outcome: 'done',
      refused: { subject: cardOf(link), refusal: { ...left.refusal, code: failure.code, at: clock.now() } },
      next: [buildLinkShow(link, clock.now())],
    };
  }
};
