import { z } from 'zod';
import type { Ids } from '../ids.ts';
import type { Approval, ApprovalState } from '../store/approval.ts';
import type { NewJob } from '../store/job.ts';

/** Updates an approval's card to what is true now: posts it once, edits it as often as needed. */
export const APPROVAL_CARD_JOB = 'approval-card';
/** A direct message to one person who may approve, when no channel shows the question. */
export const APPROVAL_ASK_JOB = 'approval-ask';
/** A direct message telling the creator what happened to the request. */
export const APPROVAL_NEWS_JOB = 'approval-news';

export const approvalPayloadSchema = z.object({
  approvalId: z.string(),
  /** Marks the request's one job that may post its card; every other job waits for the card and edits it. */
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

/** Updates the card now, and once more at the expiry, when there is nothing left to approve. */
export const buildAskingJobs = (
  approval: Subject & Pick<Approval, 'expiresAt'>,
  at: number,
  ids: JobIds,
): NewJob[] => [
  build(APPROVAL_CARD_JOB, approval, FIRST, at, ids),
  build(APPROVAL_CARD_JOB, approval, 'expiry', approval.expiresAt, ids),
];

/** One message to each approver. */
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

const IS_NEWS_TO_CREATOR: Record<Exclude<ApprovalState, 'waiting'>, boolean> = {
  approved: true,
  declined: true,
  lapsed: true,
  // It was the creator who withdrew it.
  withdrawn: false,
};

export const buildDecisionJobs = (
  approval: Subject,
  to: Exclude<ApprovalState, 'waiting'>,
  at: number,
  ids: JobIds,
): NewJob[] => [
  build(APPROVAL_CARD_JOB, approval, to, at, ids),
  ...(IS_NEWS_TO_CREATOR[to] ? [build(APPROVAL_NEWS_JOB, approval, to, at, ids)] : []),
];
