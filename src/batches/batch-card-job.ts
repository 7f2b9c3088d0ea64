import type { WebClient } from '@slack/web-api';
import { findWhomToAsk } from '../approvals/whom-to-ask.ts';
import { describeCustomer } from '../blocks/customer.ts';
import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Log } from '../log.ts';
import { createEditableMessage } from '../slack/messages.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { ApprovalAskStore } from '../store/approval-ask-store.ts';
import type { Batch } from '../store/batch.ts';
import type { BatchListStore } from '../store/batch-list-store.ts';
import { isBatchOver } from '../store/batch-rows.ts';
import type { BatchStore } from '../store/batch-store.ts';
import type { Members } from '../workspaces/members.ts';
import { buildBatchCard, buildFirstBatchCard, MOST_NAMED } from './batch-card-view.ts';
import { batchPayloadSchema } from './batch-jobs.ts';
import { countBatch } from './count-batch.ts';
import { readRepeat } from './lists/read-repeat.ts';

export interface BatchCardDependencies {
  /** Patient: no retries of its own. */
  client: WebClient;
  batches: BatchStore;
  members: Pick<Members, 'whoMay'>;
  approvalAsks: Pick<ApprovalAskStore, 'list'>;
  batchLists: Pick<BatchListStore, 'find'>;
  rowsPerSecond: number;
  timeZone: string;
  log: Log;
}

/** Brings a batch's one message up to date: posts it if it is not there, in its person’s messages if the channel refuses it. */
export const createBatchCardJob = ({
  client,
  batches,
  batchLists,
  members,
  approvalAsks,
  rowsPerSecond,
  timeZone,
  log,
}: BatchCardDependencies): JobHandler => {
  const listApprovers = async ({ teamId, creatorId, state }: Batch): Promise<readonly string[]> =>
    state === 'asked' ? (await findWhomToAsk({ teamId, creatorId, members })).people : [];

  const listAsked = async ({ teamId, id, state }: Batch): Promise<string[]> =>
    state === 'asked'
      ? (await approvalAsks.list({ teamId, approvalId: id })).map(({ userId }) => userId)
      : [];

  const show = async (batch: Batch): Promise<JobOutcome> => {
    const approvers = batch.card === null ? await listApprovers(batch) : [];
    const card = createEditableMessage({
      client,
      channel: batch.channelId,
      place: batch.card,
      keep: async ({ channelId, ts, refusedAs }) => {
        if (refusedAs !== null)
          log.info({ batch: batch.id, reason: refusedAs }, 'channel refuses the card of a batch');
        await batches.setCard(batch.id, { channelId, ts });
      },
    });
    await card.ensurePosted(buildFirstBatchCard(batch, approvers), {
      channel: batch.creatorId,
      message: buildFirstBatchCard(batch, []),
    });
    // As it is by now: a press may have come while Slack took its time.
    const now = await batches.get(batch.id);
    const missing = isBatchOver(now.state)
      ? await batches.missing(batch.id, { from: 0, limit: MOST_NAMED })
      : [];
    const counts = countBatch(await batches.tally(batch.id));
    const names = missing.map(({ details }) => describeCustomer(details));
    const asked = await listAsked(now);
    const repeat = await readRepeat(now, { batchLists, timeZone });
    // Nothing is paid out before it is paid.
    const paidOut = counts.paid.rows > 0 ? await batches.paidOut(batch.id) : [];
    const facts = { missing: names, rowsPerSecond, paidOut, repeat, timeZone, asked };
    await card.edit(buildBatchCard(now, counts, facts));
    return { outcome: 'done' };
  };

  return async (job) => {
    const { batchId } = batchPayloadSchema.parse(job.payload);
    const batch = await batches.find(job.teamId, batchId);
    if (batch === null || batch.state === 'preview') return { outcome: 'done' };
    try {
      return await show(batch);
    } catch (error) {
      return settleRefusal(error, ({ code }) => {
        log.warn({ job: job.id, reason: code }, 'card of a batch refused');
        return { outcome: 'failed', reason: code };
      });
    }
  };
};
