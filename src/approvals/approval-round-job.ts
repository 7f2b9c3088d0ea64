import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import { type Post, postMessage } from '../slack/editable-message.ts';
import { buildLater, isUnexpected, readSlackFailure } from '../slack/slack-failure.ts';
import type { Approval } from '../store/approval.ts';
import type { ApprovalAsk, ApprovalAskStore } from '../store/approval-ask-store.ts';
import type { NewJob } from '../store/job.ts';
import type { Members } from '../workspaces/members.ts';
import { buildNobodyToAsk } from './approval-answers-view.ts';
import {
  approvalRoundPayloadSchema,
  buildAskJobs,
  buildRoundCardJob,
  buildRoundJob,
} from './approval-jobs.ts';
import type { FindApproval } from './find-approval.ts';
import { findWhomToAsk } from './whom-to-ask.ts';

export interface ApprovalRoundJobDependencies {
  client: WebClient;
  findApproval: FindApproval;
  approvalAsks: Pick<ApprovalAskStore, 'list' | 'add'>;
  members: Pick<Members, 'whoMay'>;
  /** After how many minutes without an answer the next ones are asked; null: never. */
  askNextMinutesOf: (teamId: string) => Promise<number | null>;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'job'>;
}

const MINUTE_MS = 60_000;

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
  /** Written down before they are asked: a process that takes over asks the same ones. */
  const choose = async ({ id, teamId, creatorId }: Approval, round: number, at: number) => {
    const subject = { teamId, approvalId: id };
    const earlier = await approvalAsks.list(subject);
    const again = earlier.filter((ask) => ask.round === round);
    if (again.length > 0) return { people: again.map(({ userId }) => userId), reason: null };
    const asked = earlier.map(({ userId }) => userId);
    const chosen = await findWhomToAsk({ teamId, creatorId, asked, members });
    const { people, reason } = chosen;
    if (reason === 'roles-off' || reason === 'nobody-left') return chosen;
    const asks = people.map((userId): Omit<ApprovalAsk, 'place'> => ({ userId, round, reason, askedAt: at }));
    await approvalAsks.add(subject, asks);
    return chosen;
  };

  const planNext = async (approval: Approval, round: number, at: number): Promise<NewJob[]> => {
    const minutes = await askNextMinutesOf(approval.teamId);
    if (minutes === null) return [];
    const dueAt = at + minutes * MINUTE_MS;
    return dueAt < approval.expiresAt ? [buildRoundJob(approval, round + 1, dueAt, ids)] : [];
  };

  const askNext = async (approval: Approval, round: number): Promise<JobOutcome> => {
    const at = clock.now();
    const { people, reason } = await choose(approval, round, at);
    if (people.length === 0 && round > 0) return { outcome: 'done' };
    const next = await planNext(approval, round, at);
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
      const failure = readSlackFailure(error);
      if (isUnexpected(failure)) throw error;
      return failure.kind === 'passing' ? buildLater(failure) : { outcome: 'failed', reason: failure.code };
    }
  };
};
