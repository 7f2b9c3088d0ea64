import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { postMessage } from '../slack/messages.ts';
import { isRefusedByPlace, readSlackFailure, settleRefusal } from '../slack/slack-failure.ts';
import { tellOrPassOn } from '../slack/tell.ts';
import type { NewJob } from '../store/job.ts';
import { buildNoteRefused } from './export-done-view.ts';

/** A message, as a payload keeps it. */
const messageSchema = z.object({
  text: z.string(),
  blocks: z.array(z.looseObject({ type: z.string() })),
});

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
