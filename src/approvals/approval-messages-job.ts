import type { WebClient } from '@slack/web-api';
import type { Message } from '../blocks/message.ts';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { buildLater, readSlackFailure } from '../slack/slack-failure.ts';
import type { ApprovalStore } from '../store/approval-store.ts';
import { buildApprovalNews, buildApprovalUnasked } from './approval-answers-view.ts';
import { buildApprovalAsk } from './approval-card-view.ts';
import { approvalAskPayloadSchema, approvalPayloadSchema } from './approval-jobs.ts';
import type { FindApproval } from './find-approval.ts';

/**
 * Asks one person by direct message, unless the request is already decided. If Slack does not reach that
 * person, tells the creator.
 */
export const createApprovalAskJob =
  ({
    client,
    findApproval,
    timeZone,
  }: {
    client: WebClient;
    findApproval: FindApproval;
    timeZone: string;
  }): JobHandler =>
  async (job) => {
    const { approvalId, userId } = approvalAskPayloadSchema.parse(job.payload);
    const approval = await findApproval(job.teamId, approvalId);
    if (approval?.state !== 'waiting') return { outcome: 'done' };
    const say = (channel: string, message: Message) =>
      client.chat.postMessage({ channel, ...message, unfurl_links: false, unfurl_media: false });
    try {
      try {
        await say(userId, buildApprovalAsk(approval, timeZone));
      } catch (error) {
        const { kind, code } = readSlackFailure(error);
        if (kind === 'passing') throw error;
        // The creator believes that this person knows.
        await say(approval.creatorId, buildApprovalUnasked(approval, code, userId));
        return { outcome: 'failed', reason: code };
      }
      return { outcome: 'done' };
    } catch (error) {
      const failure = readSlackFailure(error);
      return failure.kind === 'passing' ? buildLater(failure) : { outcome: 'failed', reason: failure.code };
    }
  };

/** Tells the creator by direct message what happened to the request. */
export const createApprovalNewsJob =
  ({ client, approvals }: { client: WebClient; approvals: Pick<ApprovalStore, 'find'> }): JobHandler =>
  async (job) => {
    const { approvalId } = approvalPayloadSchema.parse(job.payload);
    const approval = await approvals.find(job.teamId, approvalId);
    const news = approval && buildApprovalNews(approval);
    if (!news) return { outcome: 'done' };
    try {
      await client.chat.postMessage({
        channel: approval.creatorId,
        ...news,
        unfurl_links: false,
        unfurl_media: false,
      });
      return { outcome: 'done' };
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.kind === 'permanent') return { outcome: 'failed', reason: failure.code };
      return buildLater(failure);
    }
  };
