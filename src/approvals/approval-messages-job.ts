import type { WebClient } from '@slack/web-api';
import type { JobHandler } from '../delivery/run-claimed-job.ts';
import { createEditableMessage, editMessage, postMessage } from '../slack/editable-message.ts';
import { buildLater, isUnexpected, readSlackFailure } from '../slack/slack-failure.ts';
import type { ApprovalAskStore } from '../store/approval-ask-store.ts';
import type { ApprovalStore } from '../store/approval-store.ts';
import { buildApprovalNews, buildApprovalUnasked } from './approval-answers-view.ts';
import { buildApprovalAsk, buildFirstApprovalAsk } from './approval-ask-view.ts';
import { approvalAskPayloadSchema, approvalPayloadSchema } from './approval-jobs.ts';
import type { FindApproval } from './find-approval.ts';

/**
 * Brings the direct message of one person to what is true now. It is posted once, while the request waits and
 * without buttons, so that no crash leaves two with buttons; each edit says the rest. If Slack does not reach
 * that person, tells the creator.
 */
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
    const approval = await findApproval(job.teamId, approvalId);
    if (approval === null) return { outcome: 'done' };
    const subject = { teamId: job.teamId, approvalId };
    const findAsk = async () =>
      (await approvalAsks.list(subject)).find((one) => one.userId === userId) ?? null;
    const ask = await findAsk();
    const place = ask?.place ?? null;
    const isWaiting = approval.state === 'waiting';
    if (!isWaiting && place === null) return { outcome: 'done' };
    const reason = ask?.reason ?? 'approver';
    const message = createEditableMessage({
      ...{ client, channel: userId, place },
      keep: ({ channelId, ts }) => approvalAsks.setPlace(subject, userId, { channelId, ts }),
    });
    try {
      try {
        const posted = await message.ensurePosted(buildFirstApprovalAsk(approval, reason, timeZone));
        // A process that stood still may have posted it, too: only the one whose place was kept gets buttons.
        const kept = place ?? (await findAsk())?.place ?? posted;
        await editMessage(client, kept, buildApprovalAsk(approval, reason, timeZone));
      } catch (error) {
        const failure = readSlackFailure(error);
        if (failure.kind === 'passing') throw error;
        // It was posted and cannot be edited: the person deleted it, or left.
        if (message.place() !== null) return { outcome: 'failed', reason: failure.code };
        // The creator believes that this person knows.
        await postMessage(client, {
          channel: approval.creatorId,
          message: buildApprovalUnasked(approval, failure.code, userId),
        });
        return { outcome: 'failed', reason: failure.code };
      }
      return { outcome: 'done' };
    } catch (error) {
      const failure = readSlackFailure(error);
      if (isUnexpected(failure)) throw error;
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
      await postMessage(client, { channel: approval.creatorId, message: news });
      return { outcome: 'done' };
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.kind === 'permanent') return { outcome: 'failed', reason: failure.code };
      return buildLater(failure);
    }
  };
