import type { WebClient } from '@slack/web-api';
import type { JobHandler } from '../../jobs/job-handler.ts';
import { approvalAskPayloadSchema } from '../../links/approval-jobs.ts';
import type { FindApproval } from '../../links/find-approval.ts';
import { buildApprovalAsk } from '../../messages/approval-card.ts';
import { buildApprovalUnasked } from '../../messages/approval-news.ts';
import type { Message } from '../../messages/link-card.ts';
import { buildLater, readSlackFailure } from '../slack-failure.ts';

/** Asks one person by direct message; what is decided meanwhile needs no asking. Whom Slack does not reach, the maker is told. */
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
        // Who asked believes that this person knows.
        await say(approval.makerId, buildApprovalUnasked(approval, code, userId));
        return { outcome: 'failed', reason: code };
      }
      return { outcome: 'done' };
    } catch (error) {
      const failure = readSlackFailure(error);
      return failure.kind === 'passing' ? buildLater(failure) : { outcome: 'failed', reason: failure.code };
    }
  };
