import { z } from 'zod';
import { nextMorning } from '../blocks/next-morning.ts';
import { buildTell, type ToSay } from '../slack/tell.ts';
import type { NewJob } from '../store/job.ts';

/** Asks the next people to approve a request, closes everyone's message once it is decided, and ends it at its expiry. */
export const APPROVAL_ROUND_JOB = 'approval-round';
/** Reminds everybody who was asked, once a morning for all requests of a workspace. */
export const APPROVAL_REMINDER_JOB = 'approval-reminder';

export const approvalRoundSchema = z.object({
  requestId: z.string(),
  /** 0: asked with the request. */
  round: z.union([z.int().nonnegative(), z.enum(['decided', 'expiry'])]),
});
type Round = z.infer<typeof approvalRoundSchema>['round'];

interface Subject {
  teamId: string;
  id: string;
}

/** What is shown: the direct message to each person who is asked. */
export const SHOWN_ASK = 'approval-ask';

/** No lane: a job planned for later would hold up the jobs behind it. */
export const buildRoundJob = ({ teamId, id }: Subject, round: Round, dueAt: number): NewJob => ({
  ...{ id: `${APPROVAL_ROUND_JOB}:${id}:${round}`, teamId, kind: APPROVAL_ROUND_JOB, dueAt },
  payload: { requestId: id, round } satisfies z.infer<typeof approvalRoundSchema>,
});

/** For a new request: asks the first people, and ends it at its expiry. */
export const buildAskJobs = (request: Subject, at: number, expiresAt: number | null): NewJob[] => [
  buildRoundJob(request, 0, at),
  ...(expiresAt === null ? [] : [buildRoundJob(request, 'expiry', expiresAt)]),
];

/** Written with the decision. `news`: for the person who asked; null: it was their own. */
export const buildDecidedJobs = (
  { teamId, id, creatorId }: Subject & { creatorId: string },
  news: ToSay | null,
  at: number,
  otherwise: string | null = null,
): NewJob[] => [
  buildRoundJob({ teamId, id }, 'decided', at),
  ...(news === null ? [] : [buildTell({ teamId, key: `approval-news:${id}` }, creatorId, news, otherwise)]),
];

/** What people read of a request while it waits. */
export const TOLD_WAITING = 'approval-waiting';
/** All that waits for one person who may approve it. */
export const TOLD_STILL_WAITING = 'approvals-still-waiting';

export const waitingSchema = z.object({
  requestId: z.string(),
  says: z.enum(['nobody-to-ask', 'nobody-left', 'not-asked']),
  /** Who was not asked, and Slack's reason. */
  userId: z.string().default(''),
  code: z.string().default(''),
});

/** To the person who asked. */
export const buildWaitingTell = (
  { teamId, id, creatorId }: Subject & { creatorId: string },
  says: z.infer<typeof waitingSchema>['says'],
  more: { userId?: string; code?: string } = {},
): NewJob =>
  buildTell({ teamId, key: [says, id, ...Object.values(more)].join(':') }, creatorId, {
    ...{ what: TOLD_WAITING, ids: { requestId: id, says, ...more } },
  });

/** Brings up each morning what waits. */
export const buildRemindJob = (teamId: string, at: number, timeZone: string): NewJob => {
  const { day, dueAt } = nextMorning(at, timeZone);
  return { id: `${APPROVAL_REMINDER_JOB}:${teamId}:${day}`, teamId, kind: APPROVAL_REMINDER_JOB, dueAt };
};
