import type { Message } from '../blocks/message.ts';
import type { Clock } from '../clock.ts';
import type { EditableMessage } from '../slack/messages.ts';
import { readSlackFailure } from '../slack/slack-failure.ts';

/** Slack takes about one edit a second; a reader needs fewer. */
const EVERY_MS = 2_000;

/** The one message about an export, edited as the export goes on. */
export interface ExportMessage extends Pick<EditableMessage, 'ensurePosted'> {
  /** For progress: edits in the background, at most every two seconds. Does no harm if Slack refuses. */
  soon(build: () => Message): void;
  /** For what people must see. Rejects with Slack's error. */
  now(message: Message): Promise<void>;
}

export const createExportMessage = ({
  message,
  clock,
}: {
  message: EditableMessage;
  clock: Clock;
}): ExportMessage => {
  let underWay: Promise<void> | null = null;
  let notBefore = 0;
  return {
    soon: (build) => {
      const at = clock.now();
      if (underWay !== null || message.place() === null || at < notBefore) return;
      notBefore = at + EVERY_MS;
      underWay = message
        .edit(build())
        .catch((error: unknown) => {
          // The next edit or the final one brings the message up to date.
          const failure = readSlackFailure(error);
          if (failure.kind === 'passing') notBefore = clock.now() + (failure.retryAfterMs ?? EVERY_MS);
        })
        .finally(() => {
          underWay = null;
        });
    },
    now: async (said) => {
      await underWay;
      await message.show(said);
    },
    ensurePosted: message.ensurePosted,
  };
};
