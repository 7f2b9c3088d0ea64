import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { tellPerson } from '../slack/messages.ts';
import { buildApprovalNews, buildNobodyToAsk } from './approval-answers-view.ts';
import {
  approvalPayloadSchema,
  approvalRoundPayloadSchema,
  buildApprovalShow,
  buildRoundJob,
  SHOWN_ASK,
} from './approval-jobs.ts';
import { runAskRound } from './ask-approvers.ts';

const ASK_CLOCK_AGAIN_MS = 60_000;

/** The jobs of a request, beside those that show it. */
export const createApprovalMessages = (
  app: App,
  client: WebClient,
): Record<'expiry' | 'round' | 'news', JobHandler> => {
  const { approvals, clock, ids } = app;
  return {
    /** What finds a request whose time is over ends it. */
    expiry: async (job) => {
      const approval = await approvals.find(job.teamId, approvalPayloadSchema.parse(job.payload).approvalId);
      if (approval?.state !== 'waiting') return { outcome: 'done' };
      // The clock was set back since this job became due, or nobody knows whether it is right.
      const tooEarlyMs = approval.expiresAt - clock.now();
      const retryAfterMs = tooEarlyMs > 0 ? tooEarlyMs : ASK_CLOCK_AGAIN_MS;
      return { outcome: 'later', reason: 'not expired yet', retryAfterMs, isTry: false };
    },

    round: async (job) => {
      const { approvalId, round } = approvalRoundPayloadSchema.parse(job.payload);
      const approval = await approvals.find(job.teamId, approvalId);
      if (approval === null) return { outcome: 'done' };
      return runAskRound(
        {
          ...approval,
          what: SHOWN_ASK,
          isWaiting: approval.state === 'waiting',
          buildShow: () => buildApprovalShow(approval),
          buildRoundJob: (next, dueAt) => buildRoundJob(approval, next, dueAt, ids),
          buildNobodyToAsk: () => buildNobodyToAsk(approval),
        },
        round,
        app,
        client,
      );
    },

    news: async (job) => {
      const { approvalId } = approvalPayloadSchema.parse(job.payload);
      const approval = await app.store.approvals.find(job.teamId, approvalId);
      const news = approval && buildApprovalNews(approval);
      return news ? tellPerson(client, approval.creatorId, news) : { outcome: 'done' };
    },
  };
};
