import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Message } from '../blocks/message.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { editMessage, LANDS_WITHIN_MS, messagePlaceSchema } from '../slack/messages.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { NewJob } from '../store/job.ts';

/** Writes the final message again: an edit sent by a process that died may have arrived after it. */
export const LAST_WORD_JOB = 'export-last-word';

/** A message, as a payload keeps it. */
export const messageSchema = z.object({
  text: z.string(),
  blocks: z.array(z.looseObject({ type: z.string() })),
});
const payloadSchema = z.object({ place: messagePlaceSchema, message: messageSchema });

/** Of one export there is one. */
export const lastWordIdOf = (exportId: string): string => `${exportId}-last-word`;

export const buildLastWordJob = (
  { id, teamId }: { id: string; teamId: string },
  said: { place: z.infer<typeof messagePlaceSchema>; message: Message },
  at: number,
): NewJob => ({
  id: lastWordIdOf(id),
  teamId,
  kind: LAST_WORD_JOB,
  key: `${LAST_WORD_JOB}:${id}`,
  payload: said,
  dueAt: at + LANDS_WITHIN_MS,
});

export const createLastWordJob =
  (client: WebClient): JobHandler =>
  async ({ payload }) => {
    const { place, message } = payloadSchema.parse(payload);
    try {
      await editMessage(client, place, message as Message);
      return { outcome: 'done' };
    } catch (error) {
      return settleRefusal(error);
    }
  };
