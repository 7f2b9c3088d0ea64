import type { WebClient } from '@slack/web-api';
import type { JobHandler } from '../../jobs/job-handler.ts';
import { approvalPayloadSchema } from '../../links/approval-jobs.ts';
import { buildApprovalNews } from '../../messages/approval-news.ts';
import type { ApprovalStore } from '../../store/approval-store.ts';
import { buildLater, readSlackFailure } from '../slack-failure.ts';

/** Tells the maker by direct message what became of the wish. */
export const createApprovalNewsJob =
  ({ client, approvals }: { client: WebClient; approvals: Pick<ApprovalStore, 'find'> }): JobHandler =>
  async (job) => {
    const { approvalId } = approvalPayloadSchema.parse(job.payload);
    const approval = await approvals.find(job.teamId, approvalId);
    const news = approval && buildApprovalNews(approval);
    if (!news) return { outcome: 'done' };
    try {
      await client.chat.postMessage({
        channel: approval.makerId,
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
