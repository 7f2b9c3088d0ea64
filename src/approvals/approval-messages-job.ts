import type { WebClient } from '@slack/web-api';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { tellPerson } from '../slack/messages.ts';
import type { ApprovalAskStore } from '../store/approval-ask-store.ts';
import type { ApprovalStore } from '../store/approval-store.ts';
import { buildApprovalNews, buildApprovalUnasked } from './approval-answers-view.ts';
import { buildApprovalAsk, buildFirstApprovalAsk } from './approval-ask-view.ts';
import { approvalAskPayloadSchema, approvalPayloadSchema } from './approval-jobs.ts';
import type { FindApproval } from './find-approval.ts';
import { type AskMessage, keepAskMessage } from './keep-ask-message.ts';

/** Brings the direct message of one person who was asked to what is true now. */
export const createApprovalAskJob =
  ({
    client,
    findApproval,
    approvalAsks,
    timeZone,
  }: {
    client: WebClient;
    findApproval: FindApproval;
    approvalAsks: Pick<ApprovalAskStore, 'list' | 'setPlace'>;
    timeZone: string;
  }): JobHandler =>
  async (job) => {
    const { approvalId, userId } = approvalAskPayloadSchema.parse(job.payload);
    const find = async (): Promise<AskMessage | null> => {
      const approval = await findApproval(job.teamId, approvalId);
      if (approval === null) return null;
      const { teamId, id, creatorId, state } = approval;
      return {
        ...{ teamId, id, creatorId, userId },
        isWaiting: state === 'waiting',
        buildFirst: (reason) => buildFirstApprovalAsk(approval, reason, timeZone),
        build: (reason) => buildApprovalAsk(approval, reason, timeZone),
        buildUnasked: (code) => buildApprovalUnasked(approval, code, userId),
      };
    };
    return keepAskMessage(find, { client, approvalAsks });
  };

/** Tells the creator by direct message what happened to the request. */
export const createApprovalNewsJob =
  ({ client, approvals }: { client: WebClient; approvals: Pick<ApprovalStore, 'find'> }): JobHandler =>
  async (job) => {
    const { approvalId } = approvalPayloadSchema.parse(job.payload);
    const approval = await approvals.find(job.teamId, approvalId);
    const news = approval && buildApprovalNews(approval);
    if (!news) return { outcome: 'done' };
    return tellPerson(client, approval.creatorId, news);
  };
