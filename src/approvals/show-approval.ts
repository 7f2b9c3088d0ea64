import type { App } from '../app-parts.ts';
import type { Showing } from '../slack/show.ts';
import { buildTell } from '../slack/tell.ts';
import type { Subject } from '../store/message-store.ts';
import { buildApprovalNotAsked } from './approval-answers-view.ts';
import {
  buildApprovalAsk,
  buildApprovalCard,
  buildFirstApprovalAsk,
  buildFirstApprovalCard,
} from './approval-view.ts';
import { type Approvers, createLoadAsk, findApprovers } from './ask-approvers.ts';

/** A mention in the creator's own messages with the app notifies nobody. */
const NOBODY: Approvers = { people: [], reason: 'roles-off' };

/** The card of a request: in its channel, or in the creator's messages. */
export const loadApproval = async (
  { teamId, id }: Subject,
  { approvals, store, members, timeZone }: App,
): Promise<Showing | null> => {
  const approval = await approvals.find(teamId, id);
  if (approval === null) return null;
  const { channelId, creatorId } = approval;
  const isWaiting = approval.state === 'waiting';
  const isDirect = channelId === creatorId;
  return {
    post: isWaiting
      ? {
          ...{ channel: channelId, otherwise: isDirect ? null : creatorId },
          message: async (isElsewhere) =>
            buildFirstApprovalCard(
              approval,
              isDirect || isElsewhere ? NOBODY : await findApprovers({ teamId, creatorId, members }),
              timeZone,
            ),
        }
      : null,
    now: async (placed) =>
      buildApprovalCard(
        approval,
        { placed, asked: await store.approvalAsks.list({ teamId, approvalId: id }) },
        timeZone,
      ),
    refused: ({ code }, placed) =>
      isWaiting && placed === null
        ? [
            buildTell(
              { teamId, key: `not-asked:${id}:${code}` },
              creatorId,
              buildApprovalNotAsked(approval, code),
            ),
          ]
        : [],
  };
};

export const loadApprovalAsk = createLoadAsk(async ({ teamId, id }, { approvals, timeZone }) => {
  const approval = await approvals.find(teamId, id);
  if (approval === null) return null;
  return {
    creatorId: approval.creatorId,
    isWaiting: approval.state === 'waiting',
    buildFirst: (reason) => buildFirstApprovalAsk(approval, reason, timeZone),
    build: (reason) => buildApprovalAsk(approval, reason, timeZone),
    buildNotReached: (code, userId) => buildApprovalNotAsked(approval, code, userId),
  };
});
