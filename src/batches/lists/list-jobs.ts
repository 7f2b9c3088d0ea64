import { z } from 'zod';
import type { Ids } from '../../ids.ts';
import type { Batch } from '../../store/batch.ts';
import type { NewJob } from '../../store/job.ts';
import type { ListOfBatch } from '../batch-buttons-view.ts';
import type { BatchListStore } from './batch-list-store.ts';
import type { BatchList } from './list-batch-store.ts';

/** Makes the month's preview of a list, on its day; also the kind of its schedule. */
export const BATCH_LIST_JOB = 'batch-list';
/** Sends the preview to one person. */
export const BATCH_LIST_PREVIEW_JOB = 'batch-list-preview';
/** Tells the keeper of a list that it is about to end. */
export const BATCH_LIST_END_JOB = 'batch-list-end';
/** Tells one person why a list has no preview this month. */
export const BATCH_LIST_NEWS_JOB = 'batch-list-news';

export const listPreviewPayloadSchema = z.object({
  batchId: z.string(),
  /** Null: nobody could be reached, so a message in the channel asks for someone. */
  userId: z.string().nullable(),
  /** The day it was planned for. */
  on: z.string(),
  /** Who should have got it, and Slack's reason. */
  unreached: z.object({ userId: z.string(), code: z.string() }).optional(),
});
export const listNewsPayloadSchema = z.object({
  batchId: z.string(),
  userId: z.string(),
  why: z.enum(['erased', 'failed']),
});
export const listEndPayloadSchema = z.object({ batchId: z.string() });

type JobIds = Pick<Ids, 'job'>;

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

/** `on`: the day whose preview is missing. */
export const buildListNewsJob = (
  { teamId, id }: Pick<BatchList, 'teamId' | 'id'>,
  on: string,
  payload: z.infer<typeof listNewsPayloadSchema>,
  ids: JobIds,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: BATCH_LIST_NEWS_JOB,
  key: `${BATCH_LIST_NEWS_JOB}:${id}:${on}:${payload.userId}`,
  payload,
});

const DAY_MS = 24 * 60 * 60_000;
/** How long before its customers' data is erased a list is told that it ends with it. */
const TOLD_BEFORE_MS = 3 * DAY_MS;

/** When the data of its customers is erased. */
export const erasureOf = ({ createdAt }: Pick<Batch, 'createdAt'>, retentionDays: number): number =>
  createdAt + retentionDays * DAY_MS;

/** Tells its keeper before the data of a batch is erased, if that ends a list. */
export const buildListEndJob = (
  batch: Pick<Batch, 'id' | 'teamId' | 'createdAt'>,
  retentionDays: number | null,
): NewJob[] =>
  retentionDays === null
    ? []
    : [
        {
          ...{ id: `${BATCH_LIST_END_JOB}:${batch.id}`, teamId: batch.teamId, kind: BATCH_LIST_END_JOB },
          payload: { batchId: batch.id } satisfies z.infer<typeof listEndPayloadSchema>,
          dueAt: erasureOf(batch, retentionDays) - TOLD_BEFORE_MS,
        },
      ];

/** Whether a batch repeats, or can. Only the last batch of a list does. */
export const readRepeat = async (
  { teamId, id, state, erasedAt, listId }: Batch,
  { batchLists }: { batchLists: Pick<BatchListStore, 'find'> },
): Promise<ListOfBatch | null> => {
  if (state !== 'done' || erasedAt !== null) return null;
  const list = listId === null ? null : await batchLists.find(teamId, listId);
  if (list === null) return 'may-be';
  return list.sourceId === id ? { keeperId: list.keeperId, dueAt: list.nextAt } : null;
};
