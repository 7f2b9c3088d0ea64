import type { WebClient } from '@slack/web-api';
import type { App } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import type { JobOutcome } from '../delivery/run-claimed-job.ts';
import { type Approvers, findApprovers } from '../people/find-approvers.ts';
import { tellPerson } from '../slack/messages.ts';
import type { Showing } from '../slack/show.ts';
import { buildTell } from '../slack/tell.ts';
import type { NewJob } from '../store/job.ts';
import { buildShow, type Subject } from '../store/message-store.ts';
import type { AskReason } from '../store/tables/approval-asks.ts';
import { buildRemindJob } from './approval-jobs.ts';
import { buildNobodyLeft } from './still-waiting-view.ts';

const MINUTE_MS = 60_000;

/** A link or a batch that needs approval, and the jobs and the message that differ between the two. */
interface RequestToAsk {
  id: string;
  teamId: string;
  creatorId: string;
  isWaiting: boolean;
  /** Nobody is asked after this moment; null: no end. */
  expiresAt: number | null;
  /** What the message to each of them is called where it is kept true. */
  what: string;
  /** Shows its card. */
  buildShow: () => NewJob;
  buildRoundJob: (round: number, dueAt: number) => NewJob;
  /** In a message; mrkdwn. */
  name: string;
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
  { store: { approvalAsks }, members, settings, clock, timeZone }: App,
  client: WebClient,
): Promise<JobOutcome> => {
  const { id, teamId, creatorId, expiresAt } = request;
  const subject = { teamId, requestId: id };
  const earlier = await approvalAsks.list(subject);
  const asked = earlier.map(({ userId }) => userId);
  const showTo = (people: readonly string[]) =>
    people.map((userId) => buildShow({ teamId, what: request.what, id: `${id}:${userId}` }));
  if (!request.isWaiting) return { outcome: 'done', next: showTo(asked) };
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
      next: [
        ...showTo(people),
        request.buildShow(),
        buildRemindJob(teamId, clock.now(), timeZone),
        ...(await planNext()),
      ],
    };
  if (round > 0)
    return {
      outcome: 'done',
      next:
        reason === 'nobody-left'
          ? [buildTell({ teamId, key: `nobody-left:${id}` }, creatorId, buildNobodyLeft(request.name))]
          : [],
    };
  const next = await planNext();
  if (reason !== 'nobody-left') return { outcome: 'done', next };
  const told = await tellPerson(client, creatorId, request.buildNobodyToAsk());
  return told.outcome === 'done' ? { outcome: 'done', next } : told;
};

/** What asks one person. */
interface AskMessage {
  creatorId: string;
  isWaiting: boolean;
  /** The first post. It notifies, and has no buttons. */
  buildFirst: (reason: AskReason) => Message;
  /** Every edit. */
  build: (reason: AskReason) => Message;
  /** For the creator, if Slack refuses the message. */
  buildNotReached: (code: string, userId: string) => Message;
}

/**
 * The direct message to one person: posted while the request waits, and edited when it is decided. `find` gets the id of the request
 * and returns null if there is none.
 */
export const createLoadAsk =
  (find: (request: Omit<Subject, 'what'>, app: App) => Promise<AskMessage | null>) =>
  async ({ teamId, id }: Subject, app: App): Promise<Showing | null> => {
    const at = id.lastIndexOf(':');
    const [requestId, userId] = [id.slice(0, at), id.slice(at + 1)];
    const request = await find({ teamId, id: requestId }, app);
    if (request === null) return null;
    const { creatorId, isWaiting, buildFirst, build, buildNotReached } = request;
    const asks = await app.store.approvalAsks.list({ teamId, requestId });
    const reason = asks.find((ask) => ask.userId === userId)?.reason ?? 'approver';
    return {
      post: isWaiting ? { channel: userId, message: () => buildFirst(reason) } : null,
      now: () => build(reason),
      refused: (code, placed) =>
        isWaiting && placed === null
          ? [buildTell({ teamId, key: `not-asked:${id}:${code}` }, creatorId, buildNotReached(code, userId))]
          : [],
    };
  };
