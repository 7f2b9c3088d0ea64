import { whenUsed } from '../slack/when-used.ts';
import { APPROVE_ACTION, DECLINE_ACTION, WITHDRAW_ACTION } from './approval-card-view.ts';
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
