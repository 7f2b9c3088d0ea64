import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { describeRequest } from '../links/card/asked-card-view.ts';
import { buildLinkShow } from '../links/card/notice-kinds.ts';
import { tellOrPassOn } from '../slack/tell.ts';
import { buildApprovalNews, buildNobodyToAsk } from './approval-answers-view.ts';
import {
  approvalPayloadSchema,
  approvalRoundPayloadSchema,
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
      const link = await approvals.find(job.teamId, approvalPayloadSchema.parse(job.payload).linkId);
      if (link?.state !== 'asked') return { outcome: 'done' };
      // The clock was set back since this job became due, or nobody knows whether it is right.
      const tooEarlyMs = link.expiresAt - clock.now();
      const retryAfterMs = tooEarlyMs > 0 ? tooEarlyMs : ASK_CLOCK_AGAIN_MS;
      return { outcome: 'later', reason: 'not expired yet', retryAfterMs, isTry: false };
    },

    round: async (job) => {
      const { linkId, round } = approvalRoundPayloadSchema.parse(job.payload);
      const link = await approvals.find(job.teamId, linkId);
      if (link === null) return { outcome: 'done' };
      return runAskRound(
        {
          ...link,
          what: SHOWN_ASK,
          name: `Your payment link of ${describeRequest(link)}`,
          isWaiting: link.state === 'asked',
          buildShow: () => buildLinkShow(link, clock.now()),
          buildRoundJob: (next, dueAt) => buildRoundJob(link, next, dueAt, ids),
          buildNobodyToAsk: () => buildNobodyToAsk(link),
        },
        round,
        app,
        client,
      );
    },

    news: async (job) => {
      const link = await approvals.find(job.teamId, approvalPayloadSchema.parse(job.payload).linkId);
      const news = link && buildApprovalNews(link);
      return news
        ? tellOrPassOn(client, job, { to: link.creatorId, message: news }, app)
        : { outcome: 'done' };
    },
  };
};
