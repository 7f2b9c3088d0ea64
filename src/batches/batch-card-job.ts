import type { WebClient } from '@slack/web-api';
import { isChannel } from '../blocks/place.ts';
import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { createEditableMessage } from '../slack/editable-message.ts';
import { buildLater, isUnexpected, readSlackFailure } from '../slack/slack-failure.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchStore } from '../store/batch-store.ts';
import type { Members } from '../workspaces/members.ts';
import { buildBatchCard, buildFirstBatchCard } from './batch-card-view.ts';
import { batchPayloadSchema, buildAskJobs } from './batch-jobs.ts';
import { countBatch } from './count-batch.ts';

export interface BatchCardDependencies {
  /** Patient: no retries of its own. */
  client: WebClient;
  batches: BatchStore;
  members: Pick<Members, 'whoMay'>;
  rowsPerSecond: number;
  ids: Pick<Ids, 'job'>;
  log: Log;
}

/** Brings a batch's one message up to date: posts it if it is not there, in its person’s messages if the channel refuses it. */
export const createBatchCardJob = ({
  client,
  batches,
  members,
  rowsPerSecond,
  ids,
  log,
}: BatchCardDependencies): JobHandler => {
  const listApprovers = async ({ teamId, creatorId, state }: Batch): Promise<string[]> =>
    state === 'asked'
      ? (await members.whoMay(teamId, 'approve')).filter((userId) => userId !== creatorId)
      : [];

  const show = async (batch: Batch): Promise<JobOutcome> => {
    let isAskedAlone = false;
    const approvers = batch.card === null ? await listApprovers(batch) : [];
    const card = createEditableMessage({
      client,
      channel: batch.channelId,
      place: batch.card,
      keep: async ({ channelId, ts, refusedAs }) => {
        if (refusedAs !== null)
          log.info({ batch: batch.id, reason: refusedAs }, 'channel refuses the card of a batch');
        isAskedAlone = !isChannel(channelId);
        await batches.setCard(batch.id, { channelId, ts });
      },
    });
    await card.ensurePosted(buildFirstBatchCard(batch, approvers), {
      channel: batch.creatorId,
      message: buildFirstBatchCard(batch, []),
    });
    const counts = countBatch(await batches.standing(batch.id));
    // As it is by now: a press may have come while Slack took its time.
    await card.edit(buildBatchCard(await batches.get(batch.id), counts, rowsPerSecond));
    return { outcome: 'done', ...(isAskedAlone ? { next: buildAskJobs(batch, approvers, ids) } : {}) };
  };

  return async (job) => {
    const { batchId } = batchPayloadSchema.parse(job.payload);
    const batch = await batches.find(job.teamId, batchId);
    if (batch === null || batch.state === 'preview') return { outcome: 'done' };
    try {
      return await show(batch);
    } catch (error) {
      const failure = readSlackFailure(error);
      if (isUnexpected(failure)) throw error;
      if (failure.kind === 'passing') return buildLater(failure);
      log.warn({ job: job.id, reason: failure.code }, 'card of a batch refused');
      return { outcome: 'failed', reason: failure.code };
    }
  };
};
