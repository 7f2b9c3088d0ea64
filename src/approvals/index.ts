import type { App } from '../app-parts.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import type { Shown } from '../slack/show.ts';
import { DECLINE } from './approval-answers-view.ts';
import {
  APPROVAL_EXPIRY_JOB,
  APPROVAL_NEWS_JOB,
  APPROVAL_ROUND_JOB,
  SHOWN_APPROVAL,
  SHOWN_ASK,
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

const load = () => import('./show-approval.ts');

/** The messages that follow a request. */
export const shownApprovals = (app: App): Shown => ({
  [SHOWN_APPROVAL]: async (one) => (await load()).loadApproval(one, app),
  [SHOWN_ASK]: async (one) => (await load()).loadApprovalAsk(one, app),
});

export const approvalJobs = (app: App) => {
  const message = (name: 'expiry' | 'round' | 'news') =>
    whenDue(async ({ teamId }) => {
      const { createApprovalMessages } = await import('./approval-messages.ts');
      return createApprovalMessages(app, await app.clients.of(teamId))[name];
    });
  return {
    [APPROVAL_EXPIRY_JOB]: message('expiry'),
    [APPROVAL_ROUND_JOB]: message('round'),
    [APPROVAL_NEWS_JOB]: message('news'),
  };
};
