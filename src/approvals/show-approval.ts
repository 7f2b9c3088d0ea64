import { buildApprovalNotAsked } from '../links/card/asked-card-view.ts';
import { buildApprovalAsk, buildFirstApprovalAsk } from './approval-view.ts';
import { createLoadAsk } from './ask-approvers.ts';

export const loadApprovalAsk = createLoadAsk(async ({ teamId, id }, { approvals, timeZone }) => {
  const link = await approvals.find(teamId, id);
  if (link === null) return null;
  return {
    creatorId: link.creatorId,
    isWaiting: link.state === 'asked',
    buildFirst: (reason) => buildFirstApprovalAsk(link, reason, timeZone),
    build: (reason) => buildApprovalAsk(link, reason, timeZone),
    buildNotReached: (code, userId) => buildApprovalNotAsked(link, code, userId),
  };
});
