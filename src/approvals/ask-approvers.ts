import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { JobOutcome } from '../delivery/run-claimed-job.ts';
import { createEditableMessage, editMessage, postMessage, tellPerson } from '../slack/messages.ts';
import { readSlackFailure, settleRefusal } from '../slack/slack-failure.ts';
import type { NewJob } from '../store/job.ts';
import type { Members } from '../workspaces/members.ts';
import type { ApprovalAskStore, AskReason } from './approval-ask-store.ts';

/** The people to ask next, or why there are none. */
export type Approvers =
  | { people: readonly [string, ...string[]]; reason: AskReason }
  /** `roles-off`: anyone but the creator may approve. `nobody-left`: everyone was asked, or only the creator may. */
  | { people: readonly []; reason: 'roles-off' | 'nobody-left' };

/** More direct messages at once would be noise; the next round asks the others. */
const MOST_AT_ONCE = 10;
const MINUTE_MS = 60_000;

/** Supervisors first, then admins; never the creator, and nobody twice. */
export const findApprovers = async ({
  teamId,
  creatorId,
  asked = [],
  members,
}: {
  teamId: string;
  creatorId: string;
  asked?: readonly string[];
  members: Pick<Members, 'whoMay'>;
}): Promise<Approvers> => {
  const [approvers, admins] = await Promise.all([
    members.whoMay(teamId, 'approve'),
    members.whoMay(teamId, 'change-settings'),
  ]);
  if (approvers.length === 0) return { people: [], reason: 'roles-off' };
  const supervisors = approvers.filter((userId) => !admins.includes(userId));
  const choose = (from: readonly string[]) =>
    [...new Set(from)]
      .filter((userId) => userId !== creatorId && !asked.includes(userId))
      .slice(0, MOST_AT_ONCE);
  const [first, ...others] = choose(supervisors);
  if (first !== undefined)
    return { people: [first, ...others], reason: asked.length > 0 ? 'no-answer' : 'approver' };
  // No supervisor is left, so these are admins.
  const [admin, ...otherAdmins] = choose(approvers);
  if (admin === undefined) return { people: [], reason: 'nobody-left' };
  const fallback = supervisors.length > 0 ? 'no-other-approver' : 'approver';
  return { people: [admin, ...otherAdmins], reason: asked.length > 0 ? 'no-answer' : fallback };
};

/** A link or a batch that needs approval, and the jobs and the message that differ between the two. */
interface RequestToAsk {
  id: string;
  teamId: string;
  creatorId: string;
  isWaiting: boolean;
  /** Nobody is asked after this moment; null: no end. */
  expiresAt: number | null;
  buildAskJobs: (people: readonly string[]) => NewJob[];
  buildCardJob: () => NewJob;
  buildRoundJob: (round: number, dueAt: number) => NewJob;
  /** For the creator, if nobody may approve. */
  buildNobodyToAsk: () => Message;
}

/**
 * Asks the people of one round and plans the next, until the request is decided or nobody is left. Once it is decided,
 * updates everyone's message, so that nobody decides it again. `round` is null for the job that follows a decision.
 */
export const runAskRound = async (
  request: RequestToAsk,
  round: number | null,
  { store: { approvalAsks }, members, settings, clock }: App,
  client: WebClient,
): Promise<JobOutcome> => {
  const { id, teamId, creatorId, expiresAt } = request;
  const subject = { teamId, approvalId: id };
  const earlier = await approvalAsks.list(subject);
  const asked = earlier.map(({ userId }) => userId);
  if (!request.isWaiting) return { outcome: 'done', next: request.buildAskJobs(asked) };
  if (round === null) return { outcome: 'done' };

  /** Stored before they are asked: a process that takes over asks the same people. */
  const choose = async (): Promise<Approvers> => {
    const [first, ...others] = earlier.filter((ask) => ask.round === round);
    if (first !== undefined)
      return { people: [first.userId, ...others.map(({ userId }) => userId)], reason: first.reason };
    const chosen = await findApprovers({ teamId, creatorId, asked, members });
    if (chosen.reason === 'roles-off' || chosen.reason === 'nobody-left') return chosen;
    const { people, reason } = chosen;
    await approvalAsks.add(
      subject,
      people.map((userId) => ({ userId, round, reason, askedAt: clock.now() })),
    );
    return chosen;
  };
  const planNext = async (): Promise<NewJob[]> => {
    const { askNextMinutes: minutes } = await settings.of(teamId);
    if (minutes === null) return [];
    const dueAt = clock.now() + minutes * MINUTE_MS;
    return expiresAt === null || dueAt < expiresAt ? [request.buildRoundJob(round + 1, dueAt)] : [];
  };

  const { people, reason } = await choose();
  if (people.length > 0)
    return {
      outcome: 'done',
      next: [...request.buildAskJobs(people), request.buildCardJob(), ...(await planNext())],
    };
  if (round > 0) return { outcome: 'done' };
  const next = await planNext();
  if (reason !== 'nobody-left') return { outcome: 'done', next };
  const told = await tellPerson(client, creatorId, request.buildNobodyToAsk());
  return told.outcome === 'done' ? { outcome: 'done', next } : told;
};

/** The direct message that asks one person. */
export interface AskMessage {
  teamId: string;
  id: string;
  creatorId: string;
  userId: string;
  isWaiting: boolean;
  /** The first post. It notifies, and has no buttons. */
  buildFirst: (reason: AskReason) => Message;
  /** Every edit. */
  build: (reason: AskReason) => Message;
  /** For the creator, if Slack refuses the message. */
  buildNotReached: (code: string) => Message;
}

/**
 * Updates one person's direct message to what is true now. It is posted once, while the request waits and without
 * buttons, so that no crash leaves two with buttons. If a decision comes during an edit, edits again. If Slack does not
 * reach the person, tells the creator. `find` returns null if the request does not exist.
 */
export const updateAskMessage = async (
  find: () => Promise<AskMessage | null>,
  { client, approvalAsks }: { client: WebClient; approvalAsks: Pick<ApprovalAskStore, 'list' | 'setPlace'> },
): Promise<JobOutcome> => {
  const found = await find();
  if (found === null) return { outcome: 'done' };
  const { teamId, id, creatorId, userId, isWaiting, buildFirst, build, buildNotReached } = found;
  const subject = { teamId, approvalId: id };
  const findAsk = async () => (await approvalAsks.list(subject)).find((one) => one.userId === userId) ?? null;
  const ask = await findAsk();
  const place = ask?.place ?? null;
  if (!isWaiting && place === null) return { outcome: 'done' };
  const reason = ask?.reason ?? 'approver';
  const message = createEditableMessage({
    ...{ client, channel: userId, place },
    keep: ({ channelId, ts }) => approvalAsks.setPlace(subject, userId, { channelId, ts }),
  });
  try {
    try {
      const posted = await message.ensurePosted(buildFirst(reason));
      // A stalled process may have posted it too: only the message whose place was stored gets buttons.
      const kept = place ?? (await findAsk())?.place ?? posted;
      await editMessage(client, kept, build(reason));
      const now = await find();
      if (now !== null && now.isWaiting !== isWaiting) await editMessage(client, kept, now.build(reason));
    } catch (error) {
      const failure = readSlackFailure(error);
      if (failure.kind === 'passing' && failure.why !== 'scope') throw error;
      // Otherwise it was posted and can't be edited: the person deleted it, or left.
      if (message.place() === null)
        await postMessage(client, { channel: creatorId, message: buildNotReached(failure.code) });
      return { outcome: 'failed', reason: failure.code };
    }
    return { outcome: 'done' };
  } catch (error) {
    return settleRefusal(error);
  }
};
