import type { WebClient } from '@slack/web-api';
import { type AskRoundsDependencies, createAskRounds } from '../approvals/ask-in-rounds.ts';
import { type AskMessage, keepAskMessage } from '../approvals/keep-ask-message.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import { buildBatchCardJob } from '../links/card/notice-kinds.ts';
import { postMessage } from '../slack/messages.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { ApprovalAskStore } from '../store/approval-ask-store.ts';
import type { BatchStore } from '../store/batch-store.ts';
import {
  buildBatchAsk,
  buildBatchNobodyToAsk,
  buildBatchUnasked,
  buildFirstBatchAsk,
} from './batch-ask-view.ts';
import { batchAskPayloadSchema, batchRoundPayloadSchema, buildAskJobs, buildRoundJob } from './batch-jobs.ts';

export interface BatchRoundDependencies extends AskRoundsDependencies {
  client: WebClient;
  batches: Pick<BatchStore, 'find'>;
  ids: Pick<Ids, 'job' | 'notice'>;
}

/** Asks those whose turn it is to approve a batch, as for a single link, until it is decided or nobody is left. */
export const createBatchRoundJob = (deps: BatchRoundDependencies): JobHandler => {
  const { client, batches, approvalAsks, clock, ids } = deps;
  const askRound = createAskRounds(deps);
  return async (job) => {
    const { batchId, round } = batchRoundPayloadSchema.parse(job.payload);
    const batch = await batches.find(job.teamId, batchId);
    if (batch === null) return { outcome: 'done' };
    const { teamId, id, creatorId, state } = batch;
    if (state !== 'asked') {
      const asked = await approvalAsks.list({ teamId, approvalId: id });
      const people = asked.map(({ userId }) => userId);
      return { outcome: 'done', next: buildAskJobs(batch, people, 'decided', ids) };
    }
    if (round === null) return { outcome: 'done' };
    const { people, reason, nextAt } = await askRound({ id, teamId, creatorId, expiresAt: null }, round);
    const next = nextAt === null ? [] : [buildRoundJob(batch, round + 1, nextAt, ids)];
    if (people.length > 0)
      return {
        outcome: 'done',
        next: [
          ...buildAskJobs(batch, people, 'asked', ids),
          buildBatchCardJob({ teamId, batchId: id }, clock.now(), ids),
          ...next,
        ],
      };
    try {
      if (reason === 'nobody-left' && round === 0)
        await postMessage(client, { channel: creatorId, message: buildBatchNobodyToAsk(batch) });
      return { outcome: 'done', next };
    } catch (error) {
      return settleRefusal(error);
    }
  };
};

/** Brings the direct message of one person who was asked to what is true now. */
export const createBatchAskJob =
  ({
    client,
    batches,
    approvalAsks,
  }: Pick<BatchRoundDependencies, 'client' | 'batches'> & {
    approvalAsks: Pick<ApprovalAskStore, 'list' | 'setPlace'>;
  }): JobHandler =>
  async (job) => {
    const { batchId, userId } = batchAskPayloadSchema.parse(job.payload);
    const find = async (): Promise<AskMessage | null> => {
      const batch = await batches.find(job.teamId, batchId);
      if (batch === null) return null;
      const { teamId, id, creatorId, state } = batch;
      return {
        ...{ teamId, id, creatorId, userId },
        isWaiting: state === 'asked',
        buildFirst: (reason) => buildFirstBatchAsk(batch, reason),
        build: (reason) => buildBatchAsk(batch, reason),
        buildUnasked: (code) => buildBatchUnasked(batch, code, userId),
      };
    };
    return keepAskMessage(find, { client, approvalAsks });
  };
