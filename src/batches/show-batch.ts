import type { App } from '../app-parts.ts';
import { describeCustomer } from '../blocks/customer.ts';
import type { Showing } from '../slack/show.ts';
import { listReaders } from '../slack/tell.ts';
import { isBatchOver } from '../store/batch.ts';
import type { Subject } from '../store/message-store.ts';
import { buildBatchCard, buildFirstBatchCard, MOST_NAMED } from './batch-card-view.ts';
import { countBatch } from './count-batch.ts';

/** The card of a batch: in its channel, or in its creator's messages. */
export const loadBatch = async ({ teamId, id }: Subject, app: App): Promise<Showing | null> => {
  const { config, store } = app;
  const { batches, approvalAsks } = store;
  const batch = await batches.find(teamId, id);
  if (batch === null || batch.state === 'preview') return null;
  const { channelId, creatorId, state } = batch;
  const isAsked = state === 'asked';
  return {
    post: {
      channel: channelId,
      otherwise: () => listReaders(teamId, creatorId, app),
      message: () => buildFirstBatchCard(batch),
    },
    now: async (placed) => {
      const missing = isBatchOver(state) ? await batches.missing(id, { from: 0, limit: MOST_NAMED }) : [];
      const counts = countBatch(batch, await batches.tally(id));
      const asks = isAsked ? await approvalAsks.list({ teamId, requestId: id }) : [];
      return buildBatchCard(batch, counts, {
        ...{ rowsPerSecond: config.batches.rowsPerSecond, placed },
        missing: missing.map(({ details }) => describeCustomer(details)),
        asked: asks.map(({ userId }) => userId),
      });
    },
  };
};
