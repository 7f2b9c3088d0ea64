import type { App } from '../app-parts.ts';
import type { JobKind } from '../delivery/run-claimed-job.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import { DECLINE } from './approval-answers-view.ts';
import {
  APPROVAL_ASK_JOB,
  APPROVAL_CARD_JOB,
  APPROVAL_NEWS_JOB,
  APPROVAL_ROUND_JOB,
  repairAsk,
  repairCard,
} from './approval-jobs.ts';
import { APPROVE_ACTION, APPROVE_ANYWAY_ACTION, DECLINE_ACTION, WITHDRAW_ACTION } from './approval-view.ts';

const presses = listenersOf(() => import('./approval-presses.ts'));

export const APPROVALS = {
  views: {
    [DECLINE.callbackId]: presses('handleDeclineSubmission'),
  },
  actions: {
    [APPROVE_ACTION]: presses('handleApprove'),
    [APPROVE_ANYWAY_ACTION]: presses('handleApproveAnyway'),
    [DECLINE_ACTION]: presses('handleDecline'),
    [WITHDRAW_ACTION]: presses('handleWithdraw'),
  },
};

export const approvalJobs = (app: App) => {
  const { clients, clock, ids } = app;
  const update = (message: 'card' | 'round' | 'ask' | 'news', kind: Omit<JobKind, 'run'> = {}) =>
    whenDue(async ({ teamId }) => {
      const { createApprovalMessages } = await import('./approval-messages.ts');
      return createApprovalMessages(app, await clients.of(teamId))[message];
    }, kind);
  return {
    [APPROVAL_CARD_JOB]: update('card', { repair: (job) => repairCard(job, clock.now(), ids) }),
    [APPROVAL_ROUND_JOB]: update('round'),
    [APPROVAL_ASK_JOB]: update('ask', { repair: (job) => repairAsk(job, clock.now(), ids) }),
    [APPROVAL_NEWS_JOB]: update('news'),
  };
};
