import { z } from 'zod';
import type { Ids } from '../../ids.ts';
import { instantOfMinute } from '../../reports/repeat.ts';
import type { BatchList } from '../../store/batch-list-store.ts';
import type { NewJob } from '../../store/job.ts';

/** The day of a kept list: makes its preview. */
export const BATCH_LIST_JOB = 'batch-list';
/** Brings that preview to one person. */
export const BATCH_LIST_PREVIEW_JOB = 'batch-list-preview';
/** Tells that a list does not come, and why. */
export const BATCH_LIST_NEWS_JOB = 'batch-list-news';

export const listPayloadSchema = z.object({
  listId: z.string(),
  /** The day, and when it was chosen: what was planned before another was chosen does nothing. */
  on: z.string(),
  setAt: z.number(),
});
export const listPreviewPayloadSchema = z.object({
  batchId: z.string(),
  /** Null: nobody was reached, and a line in the channel asks for somebody. */
  userId: z.string().nullable(),
  /** The day that it was planned for. */
  on: z.string(),
});
export const listNewsPayloadSchema = z.object({
  batchId: z.string(),
  userId: z.string(),
  why: z.enum(['erased', 'failed']),
});

type JobIds = Pick<Ids, 'job'>;

export const dueAtOf = (
  { nextOn, atMinute }: Pick<BatchList, 'nextOn' | 'atMinute'>,
  timeZone: string,
): number => instantOfMinute(nextOn, atMinute, timeZone);

/** One for each day of a list, however often it is written. */
export const buildListJob = (list: BatchList, timeZone: string, ids: JobIds): NewJob => ({
  id: ids.job(),
  teamId: list.teamId,
  kind: BATCH_LIST_JOB,
  key: `${BATCH_LIST_JOB}:${list.id}:${list.nextOn}:${list.setAt}`,
  payload: { listId: list.id, on: list.nextOn, setAt: list.setAt } satisfies z.infer<
    typeof listPayloadSchema
  >,
  dueAt: dueAtOf(list, timeZone),
});

export const buildListPreviewJob = (
  teamId: string,
  payload: z.infer<typeof listPreviewPayloadSchema>,
  ids: JobIds,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: BATCH_LIST_PREVIEW_JOB,
  key: `${BATCH_LIST_PREVIEW_JOB}:${payload.batchId}:${payload.userId ?? 'channel'}`,
  payload,
});

export const buildListNewsJob = (
  { teamId, id, nextOn }: Pick<BatchList, 'teamId' | 'id' | 'nextOn'>,
  payload: z.infer<typeof listNewsPayloadSchema>,
  ids: JobIds,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: BATCH_LIST_NEWS_JOB,
  key: `${BATCH_LIST_NEWS_JOB}:${id}:${nextOn}:${payload.userId}`,
  payload,
});
