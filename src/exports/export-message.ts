import type { WebClient } from '@slack/web-api';
import type { Message } from '../blocks/message.ts';
import type { Clock } from '../clock.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';

/** Slack takes about one edit a second; a reader needs fewer. */
const EVERY_MS = 2_000;

export interface MessagePlace {
  channelId: string;
  ts: string;
}

/** The one message about an export, edited as the export goes on. */
export interface ExportMessage {
  /** For progress: edits in the background, at most every two seconds. Does no harm if Slack refuses. */
  soon(build: () => Message): void;
  /** For what people must see. Rejects with Slack's error. */
  now(message: Message): Promise<void>;
  place(): MessagePlace | null;
}

export const createExportMessage = ({
  client,
  clock,
  userId,
  place: given,
  onPosted,
}: {
  client: WebClient;
  clock: Clock;
  userId: string;
  place: MessagePlace | null;
  onPosted: (place: MessagePlace) => Promise<void>;
}): ExportMessage => {
  let place = given;
  let underWay: Promise<void> | null = null;
  let notBefore = 0;

  const edit = async ({ channelId, ts }: MessagePlace, message: Message): Promise<void> => {
    await client.chat.update({ channel: channelId, ts, ...message });
  };

  const post = async (message: Message): Promise<void> => {
    const posted = await client.chat.postMessage({
      channel: userId,
      ...message,
      unfurl_links: false,
      unfurl_media: false,
    });
    if (!posted.channel || !posted.ts) throw new Error('Slack gave no id of the message');
    place = { channelId: posted.channel, ts: posted.ts };
    await onPosted(place);
  };

  return {
    soon: (build) => {
      const at = clock.now();
      if (underWay !== null || place === null || at < notBefore) return;
      notBefore = at + EVERY_MS;
      underWay = edit(place, build())
        .catch((error: unknown) => {
          // The next edit or the final one brings the message up to date.
          const failure = readSlackFailure(error);
          if (failure.kind === 'passing') notBefore = clock.now() + (failure.retryAfterMs ?? EVERY_MS);
        })
        .finally(() => {
          underWay = null;
        });
    },
    now: async (message) => {
      await underWay;
      if (place === null) return post(message);
      try {
        await edit(place, message);
      } catch (error) {
        const { why } = readSlackFailure(error);
        // This message cannot be edited any more, so the next edit posts a new one.
        if (why !== 'gone' && why !== 'closed') throw error;
        await post(message);
      }
    },
    place: () => place,
  };
};
