import type { Request } from '../app-parts.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Opening } from '../slack/views.ts';
import type { Batch } from '../store/batch.ts';
import { ASKED_ROWS_CALLBACK, buildAskedRows } from './asked-rows-view.ts';
import type { BatchStore } from './batch-store.ts';

/** What a person is asked to approve, without what was left out. */
export const readAskedRows = async ({ id }: Batch, batches: Pick<BatchStore, 'rows'>) =>
  (await batches.rows(id)).filter(({ state }) => state !== 'left' && state !== 'refused');

/** *See the rows*, for those who may approve them. */
export const handleAskedRows = ({ place }: Pressed, { audit, store }: Request): Opening<Batch> => ({
  first: { callbackId: ASKED_ROWS_CALLBACK, title: 'The rows' },
  read: async (batch) => ({
    view: null,
    fill: async () => {
      const { teamId, id } = batch;
      await audit.write({ teamId, actorId: place.userId, action: 'batch-file-read', subject: id });
      return buildAskedRows(batch, await readAskedRows(batch, store.batches));
    },
  }),
});
