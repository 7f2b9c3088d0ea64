import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Link } from '../store/link.ts';
import { readSlackFailure } from './slack-failure.ts';

/** An answer to a submission must reach Slack within three seconds: an address of a card is worth one. */
const PERMALINK_WITHIN_MS = 1_000;

/** The address of a link's card; null where it has none, or Slack does not tell it in time. */
export const findPermalink = async (
  { id, card }: Link,
  client: WebClient,
  { clock, log }: { clock: Clock; log: Log },
): Promise<string | null> => {
  if (card === null) return null;
  const ask = client.chat
    .getPermalink({ channel: card.channelId, message_ts: card.ts })
    .then(({ permalink }) => permalink ?? null)
    .catch((error: unknown) => {
      // The payment page's address is shown instead.
      log.info({ link: id, reason: readSlackFailure(error).code }, 'no address of a card');
      return null;
    });
  const ended = new AbortController();
  try {
    return await Promise.race([ask, clock.sleep(PERMALINK_WITHIN_MS, ended.signal).then(() => null)]);
  } finally {
    ended.abort();
  }
};
