import { z } from 'zod';
import type { App } from '../app-parts.ts';
import { defineJob } from '../delivery/define-job.ts';
import type { JobOutcome } from '../delivery/run-claimed-job.ts';
import { type Approvers, findApprovers } from '../people/find-approvers.ts';
import type { LoadShowing } from '../slack/show.ts';
import { buildTell, defineTold } from '../slack/tell.ts';
import type { NewJob } from '../store/job.ts';
import { buildShow, type Subject } from '../store/message-store.ts';
import {
  APPROVAL_REMINDER_JOB,
  APPROVAL_ROUND_JOB,
  approvalRoundSchema,
  buildRemindJob,
  buildRoundJob,
  buildWaitingTell,
  SHOWN_ASK,
  TOLD_STILL_WAITING,
  TOLD_WAITING,
  waitingSchema,
} from './approval-jobs.ts';
import type { ApprovalRequest } from './approval-request.ts';
import { buildNobodyLeft, buildNobodyToAsk, buildNotAsked, buildStillWaiting } from './waiting-view.ts';

const MINUTE_MS = 60_000;
const ASK_CLOCK_AGAIN_MS = 60_000;

/**
 * Asks the people of one round and plans the next, until the request is decided or nobody is left. Once it is decided,
 * updates everyone's message, so that nobody decides it again.
 */
const askRound = defineJob(approvalRoundSchema, (app: App) => ({
  run: async ({ teamId }, _, { requestId, round }) => {
    const { approvalRequests, store, clock } = app;
    // What finds a request whose time is over ends it.
    const asked = await approvalRequests.find(teamId, requestId);
    if (asked === null) return { outcome: 'done' };
    if (round === 'expiry') {
      if (!asked.isWaiting) return { outcome: 'done' };
      // The clock was set back since this job became due, or nobody knows whether it is right.
      const tooEarlyMs = (asked.expiresAt ?? 0) - clock.now();
      const retryAfterMs = tooEarlyMs > 0 ? tooEarlyMs : ASK_CLOCK_AGAIN_MS;
      return { outcome: 'later', reason: 'not expired yet', retryAfterMs, isTry: false };
    }
    if (asked.isWaiting && round !== 'decided') return askNext(asked, round, app);
    const asks = asked.isWaiting ? [] : await store.approvalAsks.list({ teamId, requestId });
    return { outcome: 'done', next: asks.map(({ userId }) => showTo(asked, userId)) };
  },
}));

const showTo = ({ teamId, id }: ApprovalRequest, userId: string): NewJob =>
  buildShow({ teamId, what: SHOWN_ASK, id: `${id}:${userId}` });

const askNext = async (asked: ApprovalRequest, round: number, app: App): Promise<JobOutcome> => {
  const { settings, clock, timeZone } = app;
  const { teamId, expiresAt } = asked;
  const planNext = async (): Promise<NewJob[]> => {
    const { askNextMinutes: minutes } = await settings.of(teamId);
    if (minutes === null) return [];
    const dueAt = clock.now() + minutes * MINUTE_MS;
    return expiresAt === null || dueAt < expiresAt ? [buildRoundJob(asked, round + 1, dueAt)] : [];
  };
  const { people, reason } = await choosePeople(asked, round, app);
  if (people.length > 0)
    return {
      outcome: 'done',
      next: [
        ...people.map((userId) => showTo(asked, userId)),
        asked.show,
        buildRemindJob(teamId, clock.now(), timeZone),
        ...(await planNext()),
      ],
    };
  const tell =
    reason === 'roles-off' ? [] : [buildWaitingTell(asked, round > 0 ? 'nobody-left' : 'nobody-to-ask')];
  return { outcome: 'done', next: [...tell, ...(round > 0 ? [] : await planNext())] };
};

/** Stored before they are asked: a process that takes over asks the same people. */
const choosePeople = async (
  { teamId, id, creatorId }: ApprovalRequest,
  round: number,
  { store: { approvalAsks }, members, clock }: App,
): Promise<Approvers> => {
  const subject = { teamId, requestId: id };
  const earlier = await approvalAsks.list(subject);
  const [first, ...others] = earlier.filter((ask) => ask.round === round);
  if (first !== undefined)
    return { people: [first.userId, ...others.map(({ userId }) => userId)], reason: first.reason };
  const asked = earlier.map(({ userId }) => userId);
  const chosen = await findApprovers({ teamId, creatorId, asked, members });
  if (chosen.reason === 'roles-off' || chosen.reason === 'nobody-left') return chosen;
  const { people, reason } = chosen;
  await approvalAsks.add(
    subject,
    people.map((userId) => ({ userId, round, reason, askedAt: clock.now() })),
  );
  return chosen;
};

/** The direct message to one person: posted while the request waits, and edited when it is decided. */
export const loadAsk = async (
  { teamId, id }: Subject,
  { approvalRequests, store }: App,
): ReturnType<LoadShowing> => {
  const at = id.lastIndexOf(':');
  const [requestId, userId] = [id.slice(0, at), id.slice(at + 1)];
  const asked = await approvalRequests.find(teamId, requestId);
  if (asked === null) return null;
  const { isWaiting } = asked;
  const asks = await store.approvalAsks.list({ teamId, requestId });
  const reason = asks.find((ask) => ask.userId === userId)?.reason ?? 'approver';
  return {
    post: isWaiting ? { channel: userId, message: () => asked.buildFirst(reason) } : null,
    now: () => asked.build(reason),
    refused: (code, placed) =>
      isWaiting && placed === null ? [buildWaitingTell(asked, 'not-asked', { userId, code })] : [],
  };
};

/** What waits, by the people who were asked about it and may approve it. */
const readWaiting = async (teamId: string, { approvalRequests, store, members }: App) => {
  const ofPerson = new Map<string, ApprovalRequest[]>();
  const waiting = await approvalRequests.waitingIn(teamId);
  const approvers = new Set(waiting.length === 0 ? [] : await members.whoMay(teamId, 'approve'));
  for (const one of waiting)
    for (const { userId } of await store.approvalAsks.list({ teamId, requestId: one.id }))
      if (approvers.has(userId)) ofPerson.set(userId, [...(ofPerson.get(userId) ?? []), one]);
  return { isAny: waiting.length > 0, ofPerson };
};

/** Each morning, everybody who was asked and may approve gets one message with all that waits. It ends when nothing does. */
const remindApprovers = defineJob(z.null(), (app: App) => ({
  run: async ({ id, teamId }) => {
    const { isAny, ofPerson } = await readWaiting(teamId, app);
    const tells = [...ofPerson.keys()].map((userId) =>
      buildTell({ teamId, key: `${id}:${userId}` }, userId, { what: TOLD_STILL_WAITING }),
    );
    const again = isAny ? [buildRemindJob(teamId, app.clock.now(), app.timeZone)] : [];
    return { outcome: 'done', next: [...tells, ...again] };
  },
}));

export const APPROVAL_JOBS = { [APPROVAL_ROUND_JOB]: askRound, [APPROVAL_REMINDER_JOB]: remindApprovers };

const WAITING = {
  'nobody-to-ask': buildNobodyToAsk,
  'nobody-left': buildNobodyLeft,
  'not-asked': buildNotAsked,
};

/** Written when it is sent: what is decided by then is told to nobody. */
export const toldApprovals = defineTold(
  { [TOLD_WAITING]: waitingSchema, [TOLD_STILL_WAITING]: z.object({}) },
  (app: App) => ({
    [TOLD_WAITING]: async ({ teamId, ids: { requestId, says, userId, code } }) => {
      const asked = await app.approvalRequests.find(teamId, requestId);
      return asked?.isWaiting ? { message: WAITING[says](asked, code, userId) } : null;
    },
    [TOLD_STILL_WAITING]: async ({ teamId, to }) => {
      const requests = (await readWaiting(teamId, app)).ofPerson.get(to) ?? [];
      return requests.length === 0 ? null : { message: buildStillWaiting(requests, app.timeZone) };
    },
  }),
);
