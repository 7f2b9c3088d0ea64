import type { WebClient } from '@slack/web-api';
import type { JobHandler } from '../../jobs/job-handler.ts';
import { approvalAskPayloadSchema } from '../../links/approval-jobs.ts';
import type { FindApproval } from '../../links/find-approval.ts';
import { buildApprovalAsk } from '../../messages/approval-card.ts';
import { buildLater, readSlackFailure } from '../slack-failure.ts';

/** Asks one person by direct message; what is decided meanwhile needs no asking. */
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
    try {
      await client.chat.postMessage({
        channel: userId,
        ...buildApprovalAsk(approval, timeZone),
        unfurl_links: false,
        unfurl_media: false,
      });
      return { outcome: 'done' };
    } catch (error) {
      const failure = readSlackFailure(error);
      return failure.kind === 'passing' ? buildLater(failure) : { outcome: 'failed', reason: failure.code };
    }
  };
