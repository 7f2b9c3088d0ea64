import { z } from 'zod';
import { nextMorning } from '../blocks/next-morning.ts';
import type { Ids } from '../ids.ts';
import { buildFirstShow, buildLinkShow } from '../links/card/notice-kinds.ts';
import type { NewJob } from '../store/job.ts';
import type { JobKindName } from '../store/job-kinds.ts';
import type { Link } from '../store/link.ts';

/** Ends a request that nobody decided. */
export const APPROVAL_EXPIRY_JOB = 'approval-expiry';
/** Asks the next approvers at its hour; once the request is decided, updates everyone's direct message. */
export const APPROVAL_ROUND_JOB = 'approval-round';
/** Reminds everybody who was asked, once a morning for all requests of a workspace. */
export const APPROVAL_REMINDER_JOB = 'approval-reminder';
/** Tells the creator the decision by direct message. */
export const APPROVAL_NEWS_JOB = 'approval-news';

export const approvalPayloadSchema = z.object({ linkId: z.string() });

export const approvalRoundPayloadSchema = z.object({
  linkId: z.string(),
  /** 0: asked with the request. Null: the request is decided, and nobody else is asked. */
  round: z.int().nonnegative().nullable(),
});

type Subject = Pick<Link, 'id' | 'teamId'>;
type JobIds = Pick<Ids, 'job'>;

const build = (
  kind: JobKindName,
  { id, teamId }: Subject,
  why: string,
  dueAt: number,
  ids: JobIds,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind,
  key: `${kind}:${id}:${why}`,
  payload: { linkId: id } satisfies z.infer<typeof approvalPayloadSchema>,
  dueAt,
});

/** What is shown: the direct message to each person who is asked. */
export const SHOWN_ASK = 'approval-ask';

/** No lane: a job planned for later would hold up the jobs behind it. */
const buildRound = (
  { id, teamId }: Subject,
  { round, why, dueAt }: { round: number | null; why: string; dueAt: number },
  ids: JobIds,
): NewJob => ({
  id: ids.job(),
  teamId,
  kind: APPROVAL_ROUND_JOB,
  key: `${APPROVAL_ROUND_JOB}:${id}:${why}`,
  payload: { linkId: id, round } satisfies z.infer<typeof approvalRoundPayloadSchema>,
  dueAt,
});

/** Asks the next approvers at `dueAt`, if the request still waits then. */
export const buildRoundJob = (link: Subject, round: number, dueAt: number, ids: JobIds): NewJob =>
  buildRound(link, { round, why: String(round), dueAt }, ids);

/** For a new request: post the card, end it at the expiry, and ask the first approvers. */
export const buildRequestJobs = (
  link: Pick<Link, 'id' | 'teamId' | 'saleId' | 'channelId' | 'ownerId' | 'expiresAt'>,
  at: number,
  ids: JobIds,
): NewJob[] => [
  buildFirstShow(link),
  build(APPROVAL_EXPIRY_JOB, link, 'expiry', link.expiresAt, ids),
  buildRoundJob(link, 0, at, ids),
];

/** Brings up each morning what waits. */
export const buildRemindJob = (teamId: string, at: number, timeZone: string): NewJob => {
  const { day, dueAt } = nextMorning(at, timeZone);
  return { id: `${APPROVAL_REMINDER_JOB}:${teamId}:${day}`, teamId, kind: APPROVAL_REMINDER_JOB, dueAt };
};

export type Decided = 'approved' | 'declined' | 'withdrawn' | 'lapsed';

const IS_NEWS_TO_CREATOR: Record<Decided, boolean> = {
  approved: true,
  declined: true,
  lapsed: true,
  // It was the creator who withdrew it.
  withdrawn: false,
};

export const buildDecisionJobs = (
  link: Subject & Pick<Link, 'saleId'>,
  to: Decided,
  at: number,
  ids: JobIds,
): NewJob[] => [
  buildLinkShow(link, at),
  buildRound(link, { round: null, why: to, dueAt: at }, ids),
  ...(IS_NEWS_TO_CREATOR[to] ? [build(APPROVAL_NEWS_JOB, link, to, at, ids)] : []),
];
