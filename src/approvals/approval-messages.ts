import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import { createEditableMessage, editMessage, tellPerson } from '../slack/messages.ts';
import { settleRefusal } from '../slack/slack-failure.ts';
import type { Approval } from './approval.ts';
import { buildApprovalNews, buildApprovalNotAsked, buildNobodyToAsk } from './approval-answers-view.ts';
import {
  approvalAskPayloadSchema,
  approvalPayloadSchema,
  approvalRoundPayloadSchema,
  buildAskJobs,
  buildRoundCardJob,
  buildRoundJob,
} from './approval-jobs.ts';
import {
  buildApprovalAsk,
  buildApprovalCard,
  buildFirstApprovalAsk,
  buildFirstApprovalCard,
} from './approval-view.ts';
import {
  type Approvers,
  type AskMessage,
  findApprovers,
  runAskRound,
  updateAskMessage,
} from './ask-approvers.ts';

/** The jobs that keep a request's messages up to date. */
export const createApprovalMessages = (
  app: App,
  client: WebClient,
): Record<'card' | 'round' | 'ask' | 'news', JobHandler> => {
  const { clock, ids, timeZone } = app;
  const { approvals, approvalAsks } = app.store;
  const findApproval = app.approvals.find;
  return {
    card: createCardJob(app, client),

    round: async (job) => {
      const { approvalId, round } = approvalRoundPayloadSchema.parse(job.payload);
      const approval = await findApproval(job.teamId, approvalId);
      if (approval === null) return { outcome: 'done' };
      const at = clock.now();
      const isWaiting = approval.state === 'waiting';
      const why = isWaiting ? 'asked' : approval.state;
      return runAskRound(
        {
          ...approval,
          isWaiting,
          buildAskJobs: (people) => buildAskJobs(approval, people, { why, at }, ids),
          buildCardJob: () => buildRoundCardJob(approval, round ?? 0, at, ids),
          buildRoundJob: (next, dueAt) => buildRoundJob(approval, next, dueAt, ids),
          buildNobodyToAsk: () => buildNobodyToAsk(approval),
        },
        round,
        app,
        client,
      );
    },

    ask: (job) => {
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
          buildNotReached: (code) => buildApprovalNotAsked(approval, code, userId),
        };
      };
      return updateAskMessage(find, { client, approvalAsks });
    },

    news: async (job) => {
      const { approvalId } = approvalPayloadSchema.parse(job.payload);
      const approval = await approvals.find(job.teamId, approvalId);
      const news = approval && buildApprovalNews(approval);
      return news ? tellPerson(client, approval.creatorId, news) : { outcome: 'done' };
    },
  };
};

/** A mention in the creator's own messages with the app notifies nobody. */
const NOBODY: Approvers = { people: [], reason: 'roles-off' };

/**
 * Updates a request's card to what is true now. The one job written together with the request posts the card;
 * all others edit it. The first post has no buttons, so that no crash leaves two cards with buttons behind.
 */
function createCardJob(app: App, client: WebClient): JobHandler {
  const { members, clock, timeZone, log } = app;
  const { approvals, approvalAsks } = app.store;
  const findApproval = app.approvals.find;

  /** Posts in the channel; if the channel refuses, or none was chosen, in the creator's messages. */
  const post = async (approval: Approval): Promise<Approval> => {
    const { teamId, id, channelId, creatorId } = approval;
    const build = (approvers: Approvers) => buildFirstApprovalCard(approval, approvers, timeZone);
    const isDirect = channelId === creatorId;
    const card = createEditableMessage({
      client,
      channel: channelId,
      place: null,
      keep: async ({ channelId: postedIn, ts, refusedAs }) => {
        if (refusedAs !== null)
          log.info({ approval: id, reason: refusedAs }, 'channel refused the card of an approval');
        const refusal = refusedAs === null ? null : { code: refusedAs, at: clock.now() };
        await approvals.setCard(teamId, id, { channelId: postedIn, ts, refusal });
      },
    });
    const otherwise = isDirect ? null : { channel: creatorId, message: build(NOBODY) };
    const approvers = isDirect ? NOBODY : await findApprovers({ teamId, creatorId, members });
    await card.ensurePosted(build(approvers), otherwise);
    return (await findApproval(teamId, id)) ?? approval;
  };

  /** If a decision comes while Slack handles the edit, edits again. */
  const edit = async (approval: Approval): Promise<void> => {
    const { teamId, id, state, card } = approval;
    if (card === null) return;
    const asked = await approvalAsks.list({ teamId, approvalId: id });
    await editMessage(client, card, buildApprovalCard(approval, asked, timeZone));
    const now = await findApproval(teamId, id);
    if (now !== null && now.state !== state) await edit(now);
  };

  /** Slack will never take the card: only the creator can do something about it. */
  const tellCreator = async (approval: Approval, code: string): Promise<JobOutcome> => {
    if (approval.state === 'waiting' && approval.card === null)
      await client.chat.postMessage({
        channel: approval.creatorId,
        ...buildApprovalNotAsked(approval, code),
      });
    return { outcome: 'failed', reason: code };
  };

  return async (job, { givenUp }) => {
    const { approvalId, isFirst, isExpiry } = approvalPayloadSchema.parse(job.payload);
    const approval = await findApproval(job.teamId, approvalId);
    if (approval === null) return { outcome: 'done' };
    const isWaiting = approval.state === 'waiting';
    // The clock was set back since this job became due.
    const tooEarlyMs = isExpiry && isWaiting ? approval.expiresAt - clock.now() : 0;
    if (tooEarlyMs > 0)
      return { outcome: 'later', reason: 'not expired yet', retryAfterMs: tooEarlyMs, isTry: false };
    try {
      if (givenUp !== null) return await tellCreator(approval, givenUp);
      const mustPost = approval.card === null && isFirst && isWaiting;
      await edit(mustPost ? await post(approval) : approval);
      return { outcome: 'done' };
    } catch (error) {
      return settleRefusal(error, ({ why, code }) => {
        log.warn({ job: job.id, reason: code }, 'card of an approval refused');
        return why === 'gone' ? { outcome: 'done' } : tellCreator(approval, code);
      });
    }
  };
}
