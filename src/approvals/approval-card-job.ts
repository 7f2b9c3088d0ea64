import type { WebClient } from '@slack/web-api';
import type { Clock } from '../clock.ts';
import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Log } from '../log.ts';
import { createEditableMessage, editMessage } from '../slack/messages.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { Approval } from '../store/approval.ts';
import type { ApprovalAsk, ApprovalAskStore } from '../store/approval-ask-store.ts';
import type { ApprovalStore } from '../store/approval-store.ts';
import type { Members } from '../workspaces/members.ts';
import { buildApprovalUnasked } from './approval-answers-view.ts';
import { buildApprovalCard, buildFirstApprovalCard } from './approval-card-view.ts';
import { approvalPayloadSchema } from './approval-jobs.ts';
import type { FindApproval } from './find-approval.ts';
import { findWhomToAsk, type WhomToAsk } from './whom-to-ask.ts';

export interface ApprovalCardJobDependencies {
  /** Patient: no retries of its own. */
  client: WebClient;
  approvals: Pick<ApprovalStore, 'setCard'>;
  findApproval: FindApproval;
  approvalAsks: Pick<ApprovalAskStore, 'list'>;
  members: Pick<Members, 'whoMay'>;
  clock: Pick<Clock, 'now'>;
  timeZone: string;
  log: Log;
}

/** A mention in the creator's own messages with the app notifies nobody. */
const NOBODY: WhomToAsk = { people: [], reason: 'roles-off' };

/**
 * Updates a request's card to what is true now. The one job written together with the request posts the card;
 * all others edit it. The first post has no buttons, so that no crash leaves two cards with buttons behind.
 */
export const createApprovalCardJob = (dependencies: ApprovalCardJobDependencies): JobHandler => {
  const { client, approvals, approvalAsks, findApproval, members, clock, timeZone, log } = dependencies;

  const listAsked = ({ teamId, id }: Approval): Promise<ApprovalAsk[]> =>
    approvalAsks.list({ teamId, approvalId: id });

  /** Posts in the channel; if the channel refuses, or none was chosen, in the creator's messages. */
  const post = async (approval: Approval): Promise<Approval> => {
    const { teamId, id, channelId, creatorId } = approval;
    const build = (whom: WhomToAsk) => buildFirstApprovalCard(approval, whom, timeZone);
    const isDirect = channelId === creatorId;
    const card = createEditableMessage({
      client,
      channel: channelId,
      place: null,
      keep: async ({ channelId: postedIn, ts, refusedAs }) => {
        if (refusedAs !== null)
          log.info({ approval: id, reason: refusedAs }, 'channel refuses the question of an approval');
        const refusal = refusedAs === null ? null : { code: refusedAs, at: clock.now() };
        await approvals.setCard(teamId, id, { channelId: postedIn, ts, refusal });
      },
    });
    const otherwise = isDirect ? null : { channel: creatorId, message: build(NOBODY) };
    const whom = isDirect ? NOBODY : await findWhomToAsk({ teamId, creatorId, members });
    await card.ensurePosted(build(whom), otherwise);
    return (await findApproval(teamId, id)) ?? approval;
  };

  /** Edits again if a decision came while Slack took its time, so that the card ends up with it. */
  const edit = async (approval: Approval): Promise<void> => {
    if (approval.card === null) return;
    await editMessage(
      client,
      approval.card,
      buildApprovalCard(approval, await listAsked(approval), timeZone),
    );
    const now = await findApproval(approval.teamId, approval.id);
    if (now !== null && now.state !== approval.state) await edit(now);
  };

  const bring = async (found: Approval, isFirst: boolean): Promise<JobOutcome> => {
    let asked = found;
    // A card posted just now is still edited below, to show what is true by then.
    if (found.card === null && isFirst && found.state === 'waiting') asked = await post(found);
    await edit(asked);
    return { outcome: 'done' };
  };

  /** Slack refused the card for good: only the creator can do something about it. */
  const tellCreator = async (approval: Approval, code: string): Promise<JobOutcome> => {
    if (approval.state === 'waiting' && approval.card === null)
      await client.chat.postMessage({ channel: approval.creatorId, ...buildApprovalUnasked(approval, code) });
    return { outcome: 'failed', reason: code };
  };

  return async (job, { givenUp }) => {
    const { approvalId, isFirst, isExpiry } = approvalPayloadSchema.parse(job.payload);
    const found = await findApproval(job.teamId, approvalId);
    if (found === null) return { outcome: 'done' };
    // The clock was set back since this job became due.
    const tooEarlyMs = isExpiry && found.state === 'waiting' ? found.expiresAt - clock.now() : 0;
    if (tooEarlyMs > 0)
      return { outcome: 'later', reason: 'not expired yet', retryAfterMs: tooEarlyMs, isTry: false };
    try {
      if (givenUp !== null) return await tellCreator(found, givenUp);
      return await bring(found, isFirst);
    } catch (error) {
      return settleRefusal(error, ({ why, code }) => {
        log.warn({ job: job.id, reason: code }, 'card of an approval refused');
        return why === 'gone' ? { outcome: 'done' } : tellCreator(found, code);
      });
    }
  };
};
