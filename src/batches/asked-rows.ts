import type { Request } from '../app-parts.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Opening } from '../slack/views.ts';
import type { Batch } from '../store/batch.ts';
import { ASKED_ROWS_CALLBACK, buildAskedRows } from './asked-rows-view.ts';
import { isAsked } from './rows-table.ts';

/** *See the rows*, for those who may approve them. */
export const handleAskedRows = ({ place }: Pressed, { audit, store }: Request): Opening<Batch> => ({
  first: { callbackId: ASKED_ROWS_CALLBACK, title: 'The rows' },
  read: async (batch) => ({
    view: null,
    fill: async () => {
      const { teamId, id } = batch;
      await audit.write({ teamId, actorId: place.userId, action: 'batch-file-read', subject: id });
      return buildAskedRows(batch, (await store.batches.rows(id)).filter(isAsked));
    },
  }),
});
