import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Message } from '../blocks/message.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { postMessage } from '../slack/messages.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { NewJob } from '../store/job.ts';
import { messageSchema } from './last-word-job.ts';

/** Tells a channel that a scheduled export had no rows. */
export const EMPTY_NOTE_JOB = 'export-empty-note';

const payloadSchema = z.object({
  channelId: z.string(),
  /** Gets `refused` if the channel does not take the note. */
  userId: z.string(),
  note: messageSchema,
  refused: messageSchema,
});

export const buildEmptyNoteJob = (
  { id, teamId }: { id: string; teamId: string },
  payload: { channelId: string; userId: string; note: Message; refused: Message },
  ids: { job(): string },
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: EMPTY_NOTE_JOB,
  key: `${EMPTY_NOTE_JOB}:${id}`,
  payload,
});

/** If Slack's answer gets lost, the note is posted once more: that there was nothing may be said twice. */
export const createEmptyNoteJob =
  (client: WebClient): JobHandler =>
  async ({ payload }) => {
    const { channelId, userId, note, refused } = payloadSchema.parse(payload);
    try {
      await postMessage(
        client,
        { channel: channelId, message: note as Message },
        { channel: userId, message: refused as Message },
      );
      return { outcome: 'done' };
    } catch (error) {
      return settleRefusal(error);
    }
  };
