import { z } from 'zod';
import type { Ids } from '../ids.ts';
import type { NewJob } from '../store/job.ts';
import type { JobKindName } from '../store/job-kinds.ts';
import { buildShow } from '../store/message-store.ts';
import type { Approval, ApprovalState } from './approval.ts';

/** Ends a request that nobody decided. */
export const APPROVAL_EXPIRY_JOB = 'approval-expiry';
/** Asks the next approvers at its hour; once the request is decided, updates everyone's direct message. */
export const APPROVAL_ROUND_JOB = 'approval-round';
/** Tells the creator the decision by direct message. */
export const APPROVAL_NEWS_JOB = 'approval-news';

export const approvalPayloadSchema = z.object({ approvalId: z.string() });

export const approvalRoundPayloadSchema = z.object({
  approvalId: z.string(),
  /** 0: asked with the request. Null: the request is decided, and nobody else is asked. */
  round: z.int().nonnegative().nullable(),
});

type Subject = Pick<Approval, 'id' | 'teamId'>;
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
  payload: { approvalId: id } satisfies z.infer<typeof approvalPayloadSchema>,
  dueAt,
});

/** What is shown: a request's card, and the direct message to each person who is asked. */
export const SHOWN_APPROVAL = 'approval';
export const SHOWN_ASK = 'approval-ask';

/** Posts or edits the card of a request. */
export const buildApprovalShow = ({ id, teamId }: Subject): NewJob =>
  buildShow({ teamId, what: SHOWN_APPROVAL, id });

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
  payload: { approvalId: id, round } satisfies z.infer<typeof approvalRoundPayloadSchema>,
  dueAt,
});

/** Asks the next approvers at `dueAt`, if the request still waits then. */
export const buildRoundJob = (approval: Subject, round: number, dueAt: number, ids: JobIds): NewJob =>
  buildRound(approval, { round, why: String(round), dueAt }, ids);

/** For a new request: post the card, end it at the expiry, and ask the first approvers. */
export const buildRequestJobs = (
  approval: Subject & Pick<Approval, 'expiresAt'>,
  at: number,
  ids: JobIds,
): NewJob[] => [
  buildApprovalShow(approval),
  build(APPROVAL_EXPIRY_JOB, approval, 'expiry', approval.expiresAt, ids),
  buildRoundJob(approval, 0, at, ids),
];

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
  buildApprovalShow(approval),
  buildRound(approval, { round: null, why: to, dueAt: at }, ids),
  ...(IS_NEWS_TO_CREATOR[to] ? [build(APPROVAL_NEWS_JOB, approval, to, at, ids)] : []),
];
