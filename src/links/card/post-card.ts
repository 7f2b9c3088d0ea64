import type { WebClient } from '@slack/web-api';
import { type Post, type Posted, postMessage } from '../../slack/messages.ts';
import { readSlackFailure } from '../../slack/slack-failure.ts';
import type { Link } from '../../store/link.ts';
import { buildFirstCard } from './link-card-view.ts';
import type { Deliver } from './notice-delivery.ts';
import { buildEditNotice, buildNewsNotice } from './notice-kinds.ts';

/**
 * Posts the link's one message without a state, and then the edit that adds the state. If the channel refuses
 * it for good, it goes to its owner's messages; if Slack refuses the card itself, a plain message tells the
 * owner.
 */
export const postCard: Deliver = async (link, _notice, { client, ids, clock, timeZone }) => {
  if (link.card !== null) return { outcome: 'done' };
  // The replaced link's card must now say so, whether or not this card finds a place.
  const replaced =
    link.replacesLinkId === null
      ? []
      : [buildEditNotice({ id: link.replacesLinkId, teamId: link.teamId }, ids)];
  try {
    const otherwise = link.channelId === link.ownerId ? null : buildFirstPost(link, link.ownerId, timeZone);
    const first = buildFirstPost(link, link.channelId, timeZone);
    const { refusedAs, ...card } = await postInThread(client, first, link.threadTs, otherwise);
    const refusal = refusedAs === null ? null : { code: refusedAs, at: clock.now() };
    return {
      outcome: 'done',
      card: { ...card, refusal },
      next: [buildEditNotice(link, ids), ...replaced],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    const trouble = { with: 'card', code: failure.code } as const;
    return {
      outcome: 'failed',
      reason: failure.code,
      next: [buildNewsNotice(link, ids, trouble), ...replaced],
    };
  }
};

/** In the thread, if the link was asked for in one and the thread can be written in. */
async function postInThread(
  client: WebClient,
  first: Post,
  threadTs: string | null,
  otherwise: Post | null,
): Promise<Posted> {
  if (threadTs === null) return postMessage(client, first, otherwise);
  try {
    return await postMessage(client, { ...first, threadTs });
  } catch (error) {
    if (readSlackFailure(error).kind !== 'permanent') throw error;
    return postMessage(client, first, otherwise);
  }
}

/** The card before anything is known, which does no harm if a crash leaves it there twice. */
export const buildFirstPost = (link: Link, channel: string, timeZone: string): Post => ({
  channel,
  message: buildFirstCard(link, timeZone),
  metadata: { event_type: 'paylink_link', event_payload: { id: link.id } },
});
