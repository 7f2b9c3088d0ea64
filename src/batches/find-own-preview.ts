import type { ActionPlace } from '../slack/button.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchDependencies } from './batch-dependencies.ts';
import { buildBatchGone } from './batch-preview-view.ts';

/**
 * The batch that a button of a preview names, when the person who pressed gave its file. One that came by itself is
 * everybody’s who may make batches. Otherwise tells them.
 */
export const findOwnPreview = async (
  {
    place: { teamId, userId, value },
    tell,
  }: {
    place: Pick<ActionPlace, 'teamId' | 'userId' | 'value'>;
    tell: (text: string) => Promise<unknown>;
  },
  { store, members }: Pick<BatchDependencies, 'store' | 'members'>,
): Promise<Batch | null> => {
  const batch = value === null ? null : await store.batches.find(teamId, value);
  if (batch !== null) {
    if (batch.creatorId === userId) return batch;
    if (batch.listId !== null && (await members.may(teamId, userId, 'make-batch'))) return batch;
  }
  await tell(buildBatchGone());
  return null;
};
