import type { WebClient } from '@slack/web-api';
import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import { type Post, postMessage } from '../slack/messages.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { Approval } from '../store/approval.ts';
import { buildNobodyToAsk } from './approval-answers-view.ts';
import {
  approvalRoundPayloadSchema,
  buildAskJobs,
  buildRoundCardJob,
  buildRoundJob,
} from './approval-jobs.ts';
import { type AskRoundsDependencies, createAskRounds } from './ask-in-rounds.ts';
import type { FindApproval } from './find-approval.ts';

export interface ApprovalRoundJobDependencies extends AskRoundsDependencies {
  client: WebClient;
  findApproval: FindApproval;
  ids: Pick<Ids, 'job'>;
}

const tellCreator = (approval: Approval): Post => ({
  channel: approval.creatorId,
  message: buildNobodyToAsk(approval),
});

/**
 * Asks those whose turn it is and plans the next round, until the request is decided or nobody is left. Then
 * every message that asked somebody is updated, so that nobody decides a dead one.
 */
export const createApprovalRoundJob = ({
  client,
  findApproval,
  approvalAsks,
  members,
  askNextMinutesOf,
  clock,
  ids,
}: ApprovalRoundJobDependencies): JobHandler => {
  const askRound = createAskRounds({ approvalAsks, members, askNextMinutesOf, clock });

  const askNext = async (approval: Approval, round: number): Promise<JobOutcome> => {
    const at = clock.now();
    const { people, reason, nextAt } = await askRound(approval, round);
    if (people.length === 0 && round > 0) return { outcome: 'done' };
    const next = nextAt === null ? [] : [buildRoundJob(approval, round + 1, nextAt, ids)];
    if (people.length === 0) {
      if (reason === 'nobody-left') await postMessage(client, tellCreator(approval));
      return { outcome: 'done', next };
    }
    const asking = buildAskJobs(approval, people, { why: 'asked', at }, ids);
    return { outcome: 'done', next: [...asking, buildRoundCardJob(approval, round, at, ids), ...next] };
  };

  const tellAll = async ({ id, teamId, state }: Approval): Promise<JobOutcome> => {
    const asked = await approvalAsks.list({ teamId, approvalId: id });
    const people = asked.map(({ userId }) => userId);
    return {
      outcome: 'done',
      next: buildAskJobs({ id, teamId }, people, { why: state, at: clock.now() }, ids),
    };
  };

  return async (job) => {
    const { approvalId, round } = approvalRoundPayloadSchema.parse(job.payload);
    const approval = await findApproval(job.teamId, approvalId);
    if (approval === null) return { outcome: 'done' };
    if (approval.state !== 'waiting') return tellAll(approval);
    if (round === null) return { outcome: 'done' };
    try {
      return await askNext(approval, round);
    } catch (error) {
      return settleRefusal(error);
    }
  };
};
