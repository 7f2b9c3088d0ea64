import type { Request } from '../app-parts.ts';
import {
  APPROVE_ACTION,
  APPROVE_ANYWAY_ACTION,
  DECLINE_ACTION,
  WITHDRAW_ACTION,
} from '../links/card/asked-card-view.ts';
import { open, press, submit } from '../people/frame.ts';
import type { Room } from '../room.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import type { AskedLink } from '../store/link.ts';
import { DECLINE_CALLBACK } from './approval-answers-view.ts';
import { SHOWN_ASK } from './approval-jobs.ts';
import {
  exceptCreator,
  findDeclined,
  handleApprove,
  handleApproveAnyway,
  handleDecline,
  handleDeclineSubmission,
  handleWithdraw,
} from './approval-presses.ts';
import { APPROVAL_JOBS, loadAsk, toldApprovals } from './ask-approvers.ts';

/** A button's value begins with the link: `lnk_…:question`. */
const REQUEST: About<Request, AskedLink, Pressed> = {
  noun: 'request',
  find: async ({ place: { teamId, value } }, { approvals }) =>
    value === null ? null : approvals.find(teamId, value.split(':')[0] ?? ''),
};

const decision = (name: string) => ({ name, needs: 'approve', about: exceptCreator(REQUEST) }) as const;

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
  /** The messages to those who are asked. */
  shown: { [SHOWN_ASK]: loadAsk },
  told: toldApprovals,
  jobs: APPROVAL_JOBS,
} satisfies Room;
