import { whenDue, whenUsed } from '../slack/lazy.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import type { ApprovalAskStore } from '../store/approval-ask-store.ts';
import type { ApprovalStore } from '../store/approval-store.ts';
import type { ApprovalCardJobDependencies } from './approval-card-job.ts';
import { APPROVE_ACTION, DECLINE_ACTION, WITHDRAW_ACTION } from './approval-card-view.ts';
import {
  APPROVAL_ASK_JOB,
  APPROVAL_CARD_JOB,
  APPROVAL_NEWS_JOB,
  APPROVAL_ROUND_JOB,
  repairAsk,
  repairCard,
} from './approval-jobs.ts';
import type { ApprovalRoundJobDependencies } from './approval-round-job.ts';
import { DECLINE } from './decline-view.ts';

const handleDeclineSubmission = whenUsed(
  async () => (await import('./approval-presses.ts')).handleDeclineSubmission,
);
const handleApprove = whenUsed(async () => (await import('./approval-presses.ts')).handleApprove);
const handleDecline = whenUsed(async () => (await import('./approval-presses.ts')).handleDecline);
const handleWithdraw = whenUsed(async () => (await import('./approval-presses.ts')).handleWithdraw);

/** The views and actions of a second person. */
export const APPROVALS = {
  views: {
    [DECLINE.callbackId]: handleDeclineSubmission,
  },
  actions: {
    [APPROVE_ACTION]: handleApprove,
    [DECLINE_ACTION]: handleDecline,
    [WITHDRAW_ACTION]: handleWithdraw,
  },
};

/** A request's card, and what its people are asked and told. */
export const approvalJobs = ({
  clientOf,
  approvals,
  ...shared
}: Omit<ApprovalCardJobDependencies, 'client' | 'approvals' | 'approvalAsks'> &
  Omit<ApprovalRoundJobDependencies, 'client' | 'approvalAsks'> & {
    clientOf: SlackClientOf;
    approvals: ApprovalStore;
    approvalAsks: ApprovalAskStore;
  }) => ({
  [APPROVAL_CARD_JOB]: whenDue(
    async ({ teamId }) => {
      const { createApprovalCardJob } = await import('./approval-card-job.ts');
      return createApprovalCardJob({ ...shared, approvals, client: await clientOf(teamId) });
    },
    { repair: (job) => repairCard(job, shared.clock.now(), shared.ids) },
  ),
  [APPROVAL_ROUND_JOB]: whenDue(async ({ teamId }) => {
    const { createApprovalRoundJob } = await import('./approval-round-job.ts');
    return createApprovalRoundJob({ ...shared, client: await clientOf(teamId) });
  }),
  [APPROVAL_ASK_JOB]: whenDue(
    async ({ teamId }) => {
      const { createApprovalAskJob } = await import('./approval-messages-job.ts');
      return createApprovalAskJob({ ...shared, client: await clientOf(teamId) });
    },
    { repair: (job) => repairAsk(job, shared.clock.now(), shared.ids) },
  ),
  [APPROVAL_NEWS_JOB]: whenDue(async ({ teamId }) => {
    const { createApprovalNewsJob } = await import('./approval-messages-job.ts');
    return createApprovalNewsJob({ client: await clientOf(teamId), approvals });
  }),
});
