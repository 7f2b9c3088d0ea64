import type { WebClient } from '@slack/web-api';
import { isChannel } from '../blocks/place.ts';
import type { Clock } from '../clock.ts';
import type { JobHandler, JobOutcome } from '../delivery/run-claimed-job.ts';
import type { Ids } from '../ids.ts';
import type { Log } from '../log.ts';
import { buildLater, isRefusedByPlace, readSlackFailure } from '../slack/slack-failure.ts';
import type { Approval } from '../store/approval.ts';
import type { ApprovalStore } from '../store/approval-store.ts';
import type { CardRefusal } from '../store/card-refusal.ts';
import type { Members } from '../workspaces/members.ts';
import { buildApprovalUnasked } from './approval-answers-view.ts';
import { buildApprovalCard, buildFirstApprovalCard } from './approval-card-view.ts';
import { approvalPayloadSchema, buildAskJobs } from './approval-jobs.ts';
import type { FindApproval } from './find-approval.ts';

export interface ApprovalCardJobDependencies {
  /** Patient: no retries of its own. */
  client: WebClient;
  approvals: Pick<ApprovalStore, 'setCard'>;
  findApproval: FindApproval;
  members: Pick<Members, 'whoMay'>;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'job'>;
  timeZone: string;
  log: Log;
}

/**
 * Brings a request's card to what is true now. The one job that is written with the request posts it, every other one
 * edits it.
 *
 * Slack has no way to post once and no more: between its answer and our commit a process can die. So what is
 * posted first has no buttons, and its `ts` is kept before they come with an edit, which can be repeated. A crash
 * in the worst moment leaves such a line behind; there are never two cards to press on.
 */
export const createApprovalCardJob = (dependencies: ApprovalCardJobDependencies): JobHandler => {
  const { client, approvals, findApproval, members, clock, ids, timeZone, log } = dependencies;

  const listApprovers = async ({ teamId, creatorId }: Approval): Promise<string[]> =>
    (await members.whoMay(teamId, 'approve')).filter((userId) => userId !== creatorId);

  /** In the channel; where that refuses it, or none was chosen, in its creator's messages. */
  const post = async (approval: Approval): Promise<Approval> => {
    const { teamId, id, channelId, creatorId } = approval;
    const say = (channel: string, asked: readonly string[]) =>
      client.chat.postMessage({
        channel,
        ...buildFirstApprovalCard(approval, asked, timeZone),
        unfurl_links: false,
        unfurl_media: false,
      });
    let refusal: CardRefusal | null = null;
    const posted = await say(channelId, channelId === creatorId ? [] : await listApprovers(approval)).catch(
      (error: unknown) => {
        const failure = readSlackFailure(error);
        if (!isRefusedByPlace(failure) || channelId === creatorId) throw error;
        log.info({ approval: id, reason: failure.code }, 'channel refuses the question of an approval');
        refusal = { code: failure.code, at: clock.now() };
        return say(creatorId, []);
      },
    );
    const { channel, ts } = posted;
    if (!channel || !ts) throw new Error('Slack gave no id of the message');
    await approvals.setCard(teamId, id, { channelId: channel, ts, refusal });
    return (await findApproval(teamId, id)) ?? approval;
  };

  /** What was decided while Slack took its time is on the card in the end. */
  const edit = async (approval: Approval): Promise<void> => {
    if (approval.card === null) return;
    const { channelId: channel, ts } = approval.card;
    await client.chat.update({ channel, ts, ...buildApprovalCard(approval, timeZone) });
    const now = await findApproval(approval.teamId, approval.id);
    if (now !== null && now.state !== approval.state) await edit(now);
  };

  const bring = async (found: Approval, isFirst: boolean): Promise<JobOutcome> => {
    let asked = found;
    // Whoever is just posting it looks once more at what is true afterwards.
    if (found.card === null && isFirst && found.state === 'waiting') asked = await post(found);
    await edit(asked);
    // Nobody who may approve reads its creator's messages.
    if (!isFirst || asked.state !== 'waiting' || asked.card === null || isChannel(asked.card.channelId))
      return { outcome: 'done' };
    return { outcome: 'done', next: buildAskJobs(asked, await listApprovers(asked), clock.now(), ids) };
  };

  /** Slack refused the card for good: the creator is the one who can do something about it. */
  const tellCreator = async (approval: Approval, code: string): Promise<JobOutcome> => {
    if (approval.state === 'waiting' && approval.card === null)
      await client.chat.postMessage({ channel: approval.creatorId, ...buildApprovalUnasked(approval, code) });
    return { outcome: 'failed', reason: code };
  };

  return async (job, { givenUp }) => {
    const { approvalId, isFirst } = approvalPayloadSchema.parse(job.payload);
    const found = await findApproval(job.teamId, approvalId);
    if (found === null) return { outcome: 'done' };
    try {
      if (givenUp !== null) return await tellCreator(found, givenUp);
      return await bring(found, isFirst);
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.code === 'unexpected') throw error;
      if (failure.kind === 'passing') return buildLater(failure);
      log.warn({ job: job.id, reason: failure.code }, 'card of an approval refused');
      return failure.why === 'gone' ? { outcome: 'done' } : tellCreator(found, failure.code);
    }
  };
};
