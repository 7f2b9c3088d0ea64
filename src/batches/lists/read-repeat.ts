import type { Batch } from '../../store/batch.ts';
import type { BatchListStore } from '../../store/batch-list-store.ts';
import type { ListOfBatch } from '../batch-buttons-view.ts';
import { dueAtOf } from './list-jobs.ts';

/** Whether a batch comes again, or may. Only the last one of a list does. */
export const readRepeat = async (
  { teamId, id, state, erasedAt, listId }: Batch,
  { batchLists, timeZone }: { batchLists: Pick<BatchListStore, 'find'>; timeZone: string },
): Promise<ListOfBatch | null> => {
  if (state !== 'done' || erasedAt !== null) return null;
  const list = listId === null ? null : await batchLists.find(teamId, listId);
  if (list === null) return 'may-be';
  return list.sourceId === id ? { keeperId: list.keeperId, dueAt: dueAtOf(list, timeZone) } : null;
};
