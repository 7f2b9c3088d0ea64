import { z } from 'zod';
import type { Ids } from '../ids.ts';
import { buildBatchCardJob } from '../links/card/notice-kinds.ts';
import { zoneOffsetMs } from '../payment-service/local-date-time.ts';
import { LANDS_WITHIN_MS } from '../slack/messages.ts';
import type { Batch } from '../store/batch.ts';
import type { Job, NewJob } from '../store/job.ts';

/** Makes the links of a batch, row by row. */
export const BATCH_RUN_JOB = 'batch-run';
/** Sends the file back to the person, with what became of each row. */
export const BATCH_FILE_JOB = 'batch-file';
/** Once a day in the card's thread: what came, and what is missing. */
export const BATCH_DIGEST_JOB = 'batch-digest';
/** Decides who is asked next to approve; once it is decided, updates what the people asked have. */
export const BATCH_ROUND_JOB = 'batch-round';
/** Brings the direct message of one person who was asked to what is true now. */
export const BATCH_ASK_JOB = 'batch-ask';

/** Tells the person who asked how a second person decided. */
export const BATCH_NEWS_JOB = 'batch-news';

export const batchPayloadSchema = z.object({ batchId: z.string() });
export const batchRunPayloadSchema = z.object({
  batchId: z.string(),
  /** One customer's links of a day may come to so much; null: as much as they like, or a second person agreed. */
  customerLimitFils: z.number().nullable(),
});
export const batchFilePayloadSchema = z.object({
  batchId: z.string(),
  userId: z.string(),
  isResult: z.boolean(),
});
export const batchRoundPayloadSchema = z.object({
  batchId: z.string(),
  /** 0: those asked with the request. Null: it is decided, and nobody else is asked. */
  round: z.int().nonnegative().nullable(),
});
export const batchAskPayloadSchema = z.object({ batchId: z.string(), userId: z.string() });

type Subject = Pick<Batch, 'id' | 'teamId'>;
type JobIds = Pick<Ids, 'job'>;

/** `runs`: how many times the batch was set going, this time included. Runs of one batch come one after the other. */
export const buildRunJob = (
  { id, teamId, runs }: Subject & Pick<Batch, 'runs'>,
  customerLimitFils: number | null,
  ids: JobIds,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: BATCH_RUN_JOB,
  key: `${BATCH_RUN_JOB}:${id}:${runs}`,
  lane: `${teamId}:batch-run:${id}`,
  payload: { batchId: id, customerLimitFils } satisfies z.infer<typeof batchRunPayloadSchema>,
});

/** Two presses this close together count as one. */
const SAME_PRESS_MS = 10_000;

/** `isResult`: by itself, at the end of a run; else somebody asked for it. */
export const buildFileJob = (
  { id, teamId }: Subject,
  { userId, runs }: { userId: string; runs: number | null },
  at: number,
  ids: JobIds,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: BATCH_FILE_JOB,
  key: `${BATCH_FILE_JOB}:${id}:${runs ?? `${userId}:${Math.floor(at / SAME_PRESS_MS)}`}`,
  payload: { batchId: id, userId, isResult: runs !== null } satisfies z.infer<typeof batchFilePayloadSchema>,
});

const DAY_MS = 24 * 60 * 60_000;
/** When people come to work. */
const DIGEST_AT_MS = 9 * 60 * 60_000;

/** The next morning in the merchant's zone; once a day for each batch. */
export const buildDigestJob = (
  { id, teamId }: Subject,
  at: number,
  timeZone: string,
  ids: JobIds,
): NewJob => {
  const wall = at + zoneOffsetMs(at, timeZone);
  const day = Math.floor((wall - DIGEST_AT_MS) / DAY_MS) + 1;
  return {
    id: ids.job(),
    teamId,
    kind: BATCH_DIGEST_JOB,
    key: `${BATCH_DIGEST_JOB}:${id}:${day}`,
    payload: { batchId: id } satisfies z.infer<typeof batchPayloadSchema>,
    dueAt: day * DAY_MS + DIGEST_AT_MS - zoneOffsetMs(at, timeZone),
  };
};

/** Asks the next ones at `dueAt`, if it still waits then; null: it is decided. */
export const buildRoundJob = (
  { id, teamId }: Subject,
  round: number | null,
  dueAt: number,
  ids: JobIds,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: BATCH_ROUND_JOB,
  key: `${BATCH_ROUND_JOB}:${id}:${round ?? 'decided'}`,
  payload: { batchId: id, round } satisfies z.infer<typeof batchRoundPayloadSchema>,
  dueAt,
});

/** Each person's message is brought to what is true now, in the order of these jobs. `why` names what changed. */
export const buildAskJobs = (
  { id, teamId }: Subject,
  people: readonly string[],
  why: string,
  ids: JobIds,
): NewJob[] =>
  people.map((userId) => ({
    id: ids.job(),
    teamId,
    kind: BATCH_ASK_JOB,
    key: `${BATCH_ASK_JOB}:${id}:${userId}:${why}`,
    lane: `${BATCH_ASK_JOB}:${id}:${userId}`,
    payload: { batchId: id, userId } satisfies z.infer<typeof batchAskPayloadSchema>,
  }));

/** After a process that may still be writing to the card: now, and when that must have ended. */
export const repairCard = ({ teamId, payload }: Job, at: number, ids: Pick<Ids, 'notice'>): NewJob[] => {
  const { batchId } = batchPayloadSchema.parse(payload);
  return [at, at + LANDS_WITHIN_MS].map((dueAt) => buildBatchCardJob({ teamId, batchId }, dueAt, ids));
};

/** The same of the message of a person who was asked. */
export const repairAsk = ({ id, teamId, token, payload }: Job, at: number, ids: JobIds): NewJob[] => {
  const { batchId, userId } = batchAskPayloadSchema.parse(payload);
  const build = (why: string, dueAt: number) =>
    buildAskJobs({ id: batchId, teamId }, [userId], `${why}-${id}-${token}`, ids).map((job) => ({
      ...job,
      dueAt,
    }));
  return [...build('after', at), ...build('long-after', at + LANDS_WITHIN_MS)];
};

export const buildNewsJob = ({ id, teamId }: Subject, ids: JobIds): NewJob => ({
  id: ids.job(),
  teamId,
  kind: BATCH_NEWS_JOB,
  key: `${BATCH_NEWS_JOB}:${id}`,
  payload: { batchId: id } satisfies z.infer<typeof batchPayloadSchema>,
});
