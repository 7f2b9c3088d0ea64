import { z } from 'zod';
import { nextMorning } from '../blocks/next-morning.ts';
import { buildFileJob } from '../exports/order-file.ts';
import { SHOWN_BATCH } from '../links/card/notice-kinds.ts';
import { buildPost } from '../slack/post.ts';
import { buildTell } from '../slack/tell.ts';
import type { Batch } from '../store/batch.ts';
import type { NewJob } from '../store/job.ts';
import { BATCH_SHEETS } from './batch-file-view.ts';

/** Creates the links of a batch, row by row. */
export const BATCH_RUN_JOB = 'batch-run';

/** What its creator is told: that customers of some rows have something new, to be answered. */
export const TOLD_HELD = 'batch-held';
/** That somebody approved it, if it stopped before its file says so. */
export const TOLD_APPROVED = 'batch-approved';
/** What a person is told who wants to make it again. */
export const TOLD_REPEAT = 'batch-repeat';
/** What is said in the card's thread: the day's payments. */
export const SAID_DIGEST = 'batch-digest';

export const batchRunPayloadSchema = z.object({
  batchId: z.string(),
  /** The limit for one customer's links within a day; null: none, or the batch was approved. */
  customerLimitFils: z.number().nullable(),
});
export const batchFilePayloadSchema = z.object({
  /** Gets the file. */
  userId: z.string(),
  sheet: z.enum(BATCH_SHEETS),
  /** Null: the template is of no batch. */
  batchId: z.string().nullable(),
});
export type BatchFilePayload = z.infer<typeof batchFilePayloadSchema>;
/** The batch, and who is reminded of it. */
export type RepeatReminder = { batchId: string; userId: string };

/** Once for each run, of which `runs` counts this one, too. Runs of one batch never overlap. */
export const buildRunJob = ({ id, teamId, runs }: Batch, customerLimitFils: number | null): NewJob => ({
  ...{ id: `${BATCH_RUN_JOB}:${id}:${runs}`, teamId, kind: BATCH_RUN_JOB, lane: `${teamId}:batch-run:${id}` },
  payload: { batchId: id, customerLimitFils } satisfies z.infer<typeof batchRunPayloadSchema>,
});

/** The list with its links, for its creator, at the end of each run. */
export const buildLinksFileJob = ({ id, teamId, creatorId: userId, runs }: Batch): NewJob =>
  buildFileJob({
    ...{ id: `batch-file:${id}:${runs}`, teamId, what: 'batch' },
    payload: { userId, sheet: 'links', batchId: id } satisfies BatchFilePayload,
  });

/** Due the next morning in the merchant's zone, once a day for each batch. */
export const buildDigestPost = ({ id, teamId }: Batch, at: number, timeZone: string): NewJob => {
  const { day, dueAt } = nextMorning(at, timeZone);
  return buildPost(
    { key: `${SAID_DIGEST}:${id}:${day}`, teamId, dueAt },
    { what: SHOWN_BATCH, id },
    { what: SAID_DIGEST, ids: { batchId: id } },
  );
};

/** A person is reminded of a batch on one day. */
export const repeatKey = ({ batchId, userId }: RepeatReminder): string =>
  `${TOLD_REPEAT}:${batchId}:${userId}`;

export const buildRepeatTell = (teamId: string, reminder: RepeatReminder, dueAt: number): NewJob =>
  buildTell({ teamId, key: repeatKey(reminder), dueAt }, reminder.userId, {
    ...{ what: TOLD_REPEAT, ids: { batchId: reminder.batchId } },
  });

/** Once for each run. */
export const buildHeldTell = ({ id, teamId, creatorId, channelId, runs }: Batch): NewJob =>
  buildTell(
    { teamId, key: `${TOLD_HELD}:${id}:${runs}` },
    creatorId,
    { what: TOLD_HELD, ids: { batchId: id } },
    channelId,
  );
