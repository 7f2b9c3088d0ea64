import { z } from 'zod';
import type { Ids } from '../ids.ts';
import type { Approval } from '../store/approval.ts';
import type { NewJob } from '../store/job-store.ts';

/** Brings an approval's card to what is true now: posts it once, edits it as often as there is need. */
export const APPROVAL_CARD_JOB = 'approval-card';
/** A direct message to one person who may approve, where the question is in no channel. */
export const APPROVAL_ASK_JOB = 'approval-ask';
/** A direct message to the creator: what became of the request. */
export const APPROVAL_NEWS_JOB = 'approval-news';

export const approvalPayloadSchema = z.object({
  approvalId: z.string(),
  /** The one job of the request that may post its card; every other one waits for it and edits. */
  isFirst: z.boolean().default(false),
});

export const approvalAskPayloadSchema = z.object({ approvalId: z.string(), userId: z.string() });

const FIRST = 'asked';

type Subject = Pick<Approval, 'id' | 'teamId'>;
type JobIds = Pick<Ids, 'job'>;

const build = (kind: string, { id, teamId }: Subject, why: string, dueAt: number, ids: JobIds): NewJob => ({
  id: ids.job(),
  teamId,
  kind,
  key: `${kind}:${id}:${why}`,
  payload: { approvalId: id, isFirst: why === FIRST } satisfies z.infer<typeof approvalPayloadSchema>,
  dueAt,
});

/** The card now, and once more when there is nothing to approve any more. */
export const buildAskingJobs = (
  approval: Subject & Pick<Approval, 'expiresAt'>,
  at: number,
  ids: JobIds,
): NewJob[] => [
  build(APPROVAL_CARD_JOB, approval, FIRST, at, ids),
  build(APPROVAL_CARD_JOB, approval, 'expiry', approval.expiresAt, ids),
];

/** Once to each. */
export const buildAskJobs = (
  { id, teamId }: Subject,
  approvers: readonly string[],
  at: number,
  ids: JobIds,
): NewJob[] =>
  approvers.map((userId) => ({
    id: ids.job(),
    teamId,
    kind: APPROVAL_ASK_JOB,
    key: `${APPROVAL_ASK_JOB}:${id}:${userId}`,
    payload: { approvalId: id, userId } satisfies z.infer<typeof approvalAskPayloadSchema>,
    dueAt: at,
  }));

/** Whoever withdrew it knows. */
export const buildDecisionJobs = (
  approval: Subject,
  to: 'approved' | 'declined' | 'withdrawn' | 'lapsed',
  at: number,
  ids: JobIds,
): NewJob[] => [
  build(APPROVAL_CARD_JOB, approval, to, at, ids),
  ...(to === 'withdrawn' ? [] : [build(APPROVAL_NEWS_JOB, approval, to, at, ids)]),
];
