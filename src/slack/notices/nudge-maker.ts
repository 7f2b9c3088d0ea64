import { buildLinkNudge } from '../../messages/link-nudge.ts';
import { isPayable } from '../../messages/link-standing.ts';
import type { Deliver } from './deliver.ts';

/** A reminder, if there is still something to remind of when it comes up. */
export const nudgeMaker: Deliver = async (link, _notice, { client, clock, timeZone }) => {
  if (!isPayable(link) || link.expiresAt <= clock.now()) return { outcome: 'delivered' };
  await client.chat.postMessage({
    channel: link.makerId,
    ...buildLinkNudge(link, timeZone),
    unfurl_links: false,
    unfurl_media: false,
  });
  return { outcome: 'delivered' };
};
