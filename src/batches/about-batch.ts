import type { Request } from '../app-parts.ts';
import { exceptCreator } from '../approvals/approval-presses.ts';
import { mention } from '../blocks/refusal.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Sent } from '../slack/submit.ts';
import type { Batch } from '../store/batch.ts';

/** A press on something about a batch. */
export type BatchPress = Pressed & { about: Batch };

/** The button's value begins with the batch: `bat_…:3`. */
const findBatch = async ({ place: { teamId, value } }: Pressed, { store }: Request): Promise<Batch | null> =>
  value === null ? null : store.batches.find(teamId, value.split(':')[0] ?? '');

/** The batch of a window that was sent. */
export const findSent = ({ teamId, view }: Sent, { store }: Request): Promise<Batch | null> =>
  store.batches.find(teamId, view.metadata);

/** For the creator, and for everyone who may make batches. */
export const BATCH: About<Request, Batch, Pressed> = {
  noun: 'batch',
  find: findBatch,
  isTheirs: ({ creatorId }, userId) => creatorId === userId,
};

/** For everyone who may make batches. */
export const ANY_BATCH: About<Request, Batch, Pressed> = { noun: 'batch', find: findBatch };

/** For everyone who may approve, except the creator. */
export const ASKED_BATCH = exceptCreator(ANY_BATCH);

/** For the person who asked for its approval. */
export const OWN_BATCH: About<Request, Batch, Pressed> = {
  noun: 'batch',
  find: async (pressed, request) => {
    const batch = await findBatch(pressed, request);
    if (batch !== null && batch.creatorId !== pressed.place.userId)
      throw new Refused(`Only ${mention(batch.creatorId)} can withdraw this request. You can decline it.`);
    return batch;
  },
};

/**
 * A previewed batch, for the person who uploaded its file. Everyone who may make batches may use the preview of one that
 * repeats another. To anyone else it is not here.
 */
export const PREVIEW: About<Request, Batch, Pressed> = {
  noun: 'preview',
  find: async ({ place: { teamId, userId, value } }, { store, members }) => {
    const batch = value === null ? null : await store.batches.find(teamId, value);
    if (batch === null || batch.creatorId === userId) return batch;
    return batch.sourceId !== null && (await members.may(teamId, userId, 'make-batch')) ? batch : null;
  },
};
