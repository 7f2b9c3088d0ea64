import { z } from 'zod';
import { nextMorning } from '../blocks/next-morning.ts';
import type { Ids } from '../ids.ts';
import type { Batch } from '../store/batch.ts';
import type { NewJob } from '../store/job.ts';
import { BATCH_SHEETS } from './batch-file-view.ts';

/** Creates the links of a batch, row by row. */
export const BATCH_RUN_JOB = 'batch-run';
/** Sends one person a sheet of a batch. */
export const BATCH_FILE_JOB = 'batch-file';
/** Posts the day's payments in the card's thread. */
export const BATCH_DIGEST_JOB = 'batch-digest';
/** Asks the creator about rows whose customers have something new. */
export const BATCH_HELD_JOB = 'batch-held';
/** Reminds a person to make a batch again. */
export const BATCH_REPEAT_JOB = 'batch-repeat';

export const batchPayloadSchema = z.object({ batchId: z.string() });
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
export const repeatPayloadSchema = z.object({ batchId: z.string(), userId: z.string() });
/** The batch, and who is reminded of it. */
export type RepeatReminder = z.infer<typeof repeatPayloadSchema>;

type Subject = Pick<Batch, 'id' | 'teamId'>;
type JobIds = Pick<Ids, 'job'>;

/** Of a kind there is one job for each batch, or for each `of` of it. */
const buildJob = (
  kind: NewJob['kind'],
  { id, teamId }: Subject,
  ids: JobIds,
  { of = [], ...more }: { of?: readonly (string | number)[] } & Partial<NewJob> = {},
): NewJob => ({
  ...{ id: ids.job(), teamId, kind, key: [kind, id, ...of].join(':') },
  payload: { batchId: id } satisfies z.infer<typeof batchPayloadSchema>,
  ...more,
});

/** `runs`: how often the batch was started, including this time. Runs of one batch never overlap. */
export const buildRunJob = (
  batch: Subject & Pick<Batch, 'runs'>,
  customerLimitFils: number | null,
  ids: JobIds,
): NewJob =>
  buildJob(BATCH_RUN_JOB, batch, ids, {
    of: [batch.runs],
    lane: `${batch.teamId}:batch-run:${batch.id}`,
    payload: { batchId: batch.id, customerLimitFils } satisfies z.infer<typeof batchRunPayloadSchema>,
  });

/** The list with its links, for its creator, at the end of each run. */
export const buildFileJob = (batch: Subject & Pick<Batch, 'creatorId' | 'runs'>, ids: JobIds): NewJob =>
  buildJob(BATCH_FILE_JOB, batch, ids, {
    of: [batch.runs],
    payload: { userId: batch.creatorId, sheet: 'links', batchId: batch.id } satisfies BatchFilePayload,
  });

/** Due the next morning in the merchant's zone, once a day for each batch. */
export const buildDigestJob = (batch: Subject, at: number, timeZone: string, ids: JobIds): NewJob => {
  const { day, dueAt } = nextMorning(at, timeZone);
  return buildJob(BATCH_DIGEST_JOB, batch, ids, { of: [day], dueAt });
};

/** A person is reminded of a batch on one day. */
export const repeatKey = ({ batchId, userId }: RepeatReminder): string =>
  `${BATCH_REPEAT_JOB}:${batchId}:${userId}`;

/** Once for each run. */
export const buildHeldJob = (batch: Subject, runs: number, ids: JobIds): NewJob =>
  buildJob(BATCH_HELD_JOB, batch, ids, { of: [runs] });
