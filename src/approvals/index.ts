import type { App, Request } from '../app-parts.ts';
import {
  APPROVE_ACTION,
  APPROVE_ANYWAY_ACTION,
  DECLINE_ACTION,
  WITHDRAW_ACTION,
} from '../links/card/asked-card-view.ts';
import { open, press, submit } from '../people/frame.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import { whenDue } from '../slack/listener.ts';
import { Refused } from '../slack/refused.ts';
import type { Shown } from '../slack/show.ts';
import type { AskedLink } from '../store/link.ts';
import { buildOwnRequest, DECLINE_CALLBACK } from './approval-answers-view.ts';
import {
  APPROVAL_EXPIRY_JOB,
  APPROVAL_NEWS_JOB,
  APPROVAL_REMINDER_JOB,
  APPROVAL_ROUND_JOB,
  SHOWN_ASK,
} from './approval-jobs.ts';
import { createApprovalMessages } from './approval-messages.ts';
import {
  findDeclined,
  handleApprove,
  handleApproveAnyway,
  handleDecline,
  handleDeclineSubmission,
  handleWithdraw,
} from './approval-presses.ts';
import { createRemindApprovers } from './remind-approvers.ts';
import { loadApprovalAsk } from './show-approval.ts';

/** A button's value begins with the link: `lnk_…:question`. */
const REQUEST: About<Request, AskedLink, Pressed> = {
  noun: 'request',
  find: async ({ place: { teamId, value } }, { approvals }) =>
    value === null ? null : approvals.find(teamId, value.split(':')[0] ?? ''),
};

/** For everyone who may approve, except the creator. */
const ASKED: typeof REQUEST = {
  ...REQUEST,
  find: async (pressed, request) => {
    const link = await REQUEST.find(pressed, request);
    if (link?.creatorId === pressed.place.userId) throw new Refused(buildOwnRequest());
    return link;
  },
  askedBy: ({ creatorId }) => creatorId,
};

const decision = (name: string) => ({ name, needs: 'approve', about: ASKED }) as const;

export const APPROVALS = {
  views: {
    [DECLINE_CALLBACK]: submit(
      {
        ...{ name: 'decline', needs: 'approve' },
        about: { noun: 'request', find: findDeclined, askedBy: ({ creatorId }) => creatorId },
      },
      handleDeclineSubmission,
    ),
  },
  actions: {
    [APPROVE_ACTION]: press(decision('approve'), handleApprove),
    [APPROVE_ANYWAY_ACTION]: press(decision('approve_anyway'), handleApproveAnyway),
    [DECLINE_ACTION]: open(decision('decline'), handleDecline),
    [WITHDRAW_ACTION]: press({ name: 'withdraw', needs: null, about: REQUEST }, handleWithdraw),
  },
};

/** The messages to those who are asked. */
export const shownApprovals = (app: App): Shown => ({
  [SHOWN_ASK]: async (one) => loadApprovalAsk(one, app),
});

export const approvalJobs = (app: App) => {
  const message = (name: 'expiry' | 'round' | 'news') =>
    whenDue(async ({ teamId }) => {
      return createApprovalMessages(app, await app.clients.of(teamId))[name];
    });
  return {
    [APPROVAL_EXPIRY_JOB]: message('expiry'),
    [APPROVAL_ROUND_JOB]: message('round'),
    [APPROVAL_NEWS_JOB]: message('news'),
    [APPROVAL_REMINDER_JOB]: whenDue(async () => createRemindApprovers(app)),
  };
};
