import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { editMessage, LANDS_WITHIN_MS, messagePlaceSchema, postMessage } from '../slack/messages.ts';
import { isRefusedByPlace, readSlackFailure, settleRefusal } from '../slack/slack-failure.ts';
import { tellOrPassOn } from '../slack/tell.ts';
import type { NewJob } from '../store/job.ts';
import { buildNoteRefused } from './export-done-view.ts';

/** Writes the final message again: an edit sent by a process that died may have arrived after it. */
export const FINAL_MESSAGE_JOB = 'export-last-word';

/** A message, as a payload keeps it. */
const messageSchema = z.object({
  text: z.string(),
  blocks: z.array(z.looseObject({ type: z.string() })),
});
const finalMessageSchema = z.object({ place: messagePlaceSchema, message: messageSchema });

/** One per export. */
export const finalMessageJobId = (exportId: string): string => `${exportId}-last-word`;

export const buildFinalMessageJob = (
  { id, teamId }: { id: string; teamId: string },
  final: { place: z.infer<typeof messagePlaceSchema>; message: Message },
  at: number,
): NewJob => ({
  id: finalMessageJobId(id),
  teamId,
  kind: FINAL_MESSAGE_JOB,
  key: `${FINAL_MESSAGE_JOB}:${id}`,
  payload: final,
  dueAt: at + LANDS_WITHIN_MS,
});

export const createFinalMessageJob =
  (client: WebClient): JobHandler =>
  async ({ payload }) => {
    const { place, message } = finalMessageSchema.parse(payload);
    try {
      await editMessage(client, place, message as Message);
      return { outcome: 'done' };
    } catch (error) {
      return settleRefusal(error);
    }
  };

/** Tells a channel that a scheduled export brings no file this time. */
export const NO_FILE_NOTE_JOB = 'export-empty-note';

const noteSchema = z.object({
  channelId: z.string(),
  /** Is told if the channel does not take the note. */
  userId: z.string(),
  note: messageSchema,
});

export const buildNoFileNoteJob = (
  { id, teamId }: { id: string; teamId: string },
  payload: { channelId: string; userId: string; note: Message },
  ids: { job(): string },
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: NO_FILE_NOTE_JOB,
  key: `${NO_FILE_NOTE_JOB}:${id}`,
  payload,
});

/** If Slack's answer gets lost, the note is posted again: a second note does no harm. */
export const createNoFileNoteJob =
  (app: Pick<App, 'members' | 'store'>, client: WebClient): JobHandler =>
  async (job) => {
    const { channelId, userId, note } = noteSchema.parse(job.payload);
    try {
      await postMessage(client, { channel: channelId, message: note as Message });
      return { outcome: 'done' };
    } catch (error) {
      const failure = readSlackFailure(error);
      if (!isRefusedByPlace(failure)) return settleRefusal(error);
      const message = buildNoteRefused(note.text, { channelId, code: failure.code });
      return tellOrPassOn(client, job, { to: userId, message }, app);
    }
  };
