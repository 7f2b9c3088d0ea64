import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import { buildDoublesWarning } from '../messages/doubles-warning.ts';
import { buildLinkForm } from '../messages/link-form.ts';
import type { LinkFormValues } from '../messages/link-form-fields.ts';
import type { Link } from '../store/link.ts';
import type { ListenerDependencies } from './deps.ts';
import { type FormMetadata, MOST_ACKNOWLEDGED, writeFormMetadata } from './form-metadata.ts';
import { readSlackFailure } from './slack-failure.ts';

/** The answer to the submission must reach Slack within three seconds: an address of a card is worth one. */
const PERMALINK_WITHIN_MS = 1_000;
/** The warning names no more. */
const MOST_PERMALINKS = 3;

/** The submitted form with all that was typed, what stands against it above, and a button that means it. */
export const buildFormWithDoubles = async (
  form: { metadata: FormMetadata; values: LinkFormValues; doubles: readonly Link[] },
  client: WebClient,
  { clock, timeZone, log }: Pick<ListenerDependencies, 'clock' | 'timeZone' | 'log'>,
): Promise<ModalView> => {
  const { metadata, values, doubles } = form;
  const shown = await Promise.all(
    doubles.map(async (link, place) => ({
      link,
      permalink: place < MOST_PERMALINKS ? await findPermalink(link) : null,
    })),
  );
  const acknowledged = [...metadata.acknowledged, ...doubles.map(({ id }) => id)];
  return buildLinkForm({
    values,
    metadata: writeFormMetadata({ ...metadata, acknowledged: acknowledged.slice(-MOST_ACKNOWLEDGED) }),
    isLong: metadata.isLong,
    warning: buildDoublesWarning(shown, timeZone),
  });

  async function findPermalink({ id, card }: Link): Promise<string | null> {
    if (card === null) return null;
    const ask = client.chat
      .getPermalink({ channel: card.channelId, message_ts: card.ts })
      .then(({ permalink }) => permalink ?? null)
      .catch((error: unknown) => {
        // The warning shows the payment page's address instead.
        log.info({ link: id, reason: readSlackFailure(error).code }, 'no address of a card');
        return null;
      });
    return withinTime(ask, clock);
  }
};

async function withinTime<T>(task: Promise<T>, clock: Clock): Promise<T | null> {
  const ended = new AbortController();
  try {
    return await Promise.race([task, clock.sleep(PERMALINK_WITHIN_MS, ended.signal).then(() => null)]);
  } finally {
    ended.abort();
  }
}
