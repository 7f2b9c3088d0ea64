import type { WebClient } from '@slack/web-api';
import { isRefusedByPlace, readSlackFailure } from '../../slack/slack-failure.ts';
import type { Card, Link } from '../../store/link.ts';
import type { Deliver } from './deliver.ts';
import { buildFirstCard } from './link-card-view.ts';
import { buildEditNotice, buildNewsNotice } from './notice-kinds.ts';

/**
 * Posts the link's one message without a state, and then the edit that adds the state. If the channel refuses
 * it for good, it goes to its creator's messages; if Slack refuses the card itself, a plain message tells the
 * creator.
 */
export const postCard: Deliver = async (link, _notice, { client, ids, clock, timeZone }) => {
  if (link.card !== null) return { outcome: 'delivered' };
  // The replaced link's card must now say so, whether or not this card finds a place.
  const replaced =
    link.replacesLinkId === null
      ? []
      : [buildEditNotice({ id: link.replacesLinkId, teamId: link.teamId }, ids)];
  const post = (channel: string) => postFirstCard(link, channel, { client, timeZone });
  try {
    let refusal = null;
    let card: Card | null;
    try {
      card = await post(link.channelId);
    } catch (error) {
      const failure = readSlackFailure(error);
      if (!isRefusedByPlace(failure) || link.channelId === link.creatorId) throw error;
      refusal = { code: failure.code, at: clock.now() };
      card = await post(link.creatorId);
    }
    if (card === null) return { outcome: 'later', reason: 'no message id', retryAfterMs: null };
    return {
      outcome: 'delivered',
      card: { ...card, refusal },
      next: [buildEditNotice(link, ids), ...replaced],
    };
  } catch (error) {
    const failure = readSlackFailure(error);
    if (failure.kind !== 'permanent') throw error;
    const trouble = { with: 'card', code: failure.code } as const;
    return {
      outcome: 'never',
      reason: failure.code,
      instead: [buildNewsNotice(link, ids, trouble), ...replaced],
    };
  }
};

/** Null: Slack took it and did not say where it is. */
export const postFirstCard = async (
  link: Link,
  channel: string,
  { client, timeZone }: { client: WebClient; timeZone: string },
): Promise<Card | null> => {
  const posted = await client.chat.postMessage({
    channel,
    ...buildFirstCard(link, timeZone),
    metadata: { event_type: 'paylink_link', event_payload: { id: link.id } },
    unfurl_links: false,
    unfurl_media: false,
  });
  if (!posted.channel || !posted.ts) return null;
  const threadTs = posted.message?.thread_ts;
  // A post to a person lands in a conversation with a different id, and edits need that id.
  return {
    channelId: posted.channel,
    ts: posted.ts,
    ...(threadTs === undefined ? {} : { threadTs }),
  };
};
