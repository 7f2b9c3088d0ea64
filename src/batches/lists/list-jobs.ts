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
/** Tells one person why a list has no preview this month. */
export const BATCH_LIST_NEWS_JOB = 'batch-list-news';

export const listPreviewPayloadSchema = z.object({
  batchId: z.string(),
  /** Null: nobody could be reached, so a message in the channel asks for someone. */
  userId: z.string().nullable(),
  /** The day it was planned for. */
  on: z.string(),
});
export const listNewsPayloadSchema = z.object({
  batchId: z.string(),
  userId: z.string(),
  why: z.enum(['erased', 'failed']),
});

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
