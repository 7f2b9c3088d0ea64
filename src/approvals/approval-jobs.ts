import { z } from 'zod';
import type { Ids } from '../ids.ts';
import { LANDS_WITHIN_MS } from '../slack/messages.ts';
import type { Job, NewJob } from '../store/job.ts';
import type { JobKindName } from '../store/job-kinds.ts';
import type { Approval, ApprovalState } from './approval.ts';

/** Updates a request's card: posts it once, edits it as often as needed. */
export const APPROVAL_CARD_JOB = 'approval-card';
/** Asks the next approvers at its hour; once the request is decided, updates everyone's direct message. */
export const APPROVAL_ROUND_JOB = 'approval-round';
/** Updates one approver's direct message: posts it once, edits it when the request is decided. */
export const APPROVAL_ASK_JOB = 'approval-ask';
/** Tells the creator the decision by direct message. */
export const APPROVAL_NEWS_JOB = 'approval-news';

export const approvalPayloadSchema = z.object({
  approvalId: z.string(),
  /** Marks the one job that may post the card; the others only edit it. */
  isFirst: z.boolean().default(false),
  /** Marks the job that ends a request nobody decided. */
  isExpiry: z.boolean().default(false),
});

export const approvalRoundPayloadSchema = z.object({
  approvalId: z.string(),
  /** 0: asked with the request. Null: the request is decided, and nobody else is asked. */
  round: z.int().nonnegative().nullable(),
});

export const approvalAskPayloadSchema = z.object({ approvalId: z.string(), userId: z.string() });

const FIRST = 'asked';
const EXPIRY = 'expiry';

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
  payload: {
    approvalId: id,
    isFirst: why === FIRST,
    ...(why === EXPIRY ? { isExpiry: true } : {}),
  } satisfies z.input<typeof approvalPayloadSchema>,
  dueAt,
});

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

/** For a new request: post the card, update it again at the expiry, and ask the first approvers. */
export const buildRequestJobs = (
  approval: Subject & Pick<Approval, 'expiresAt'>,
  at: number,
  ids: JobIds,
): NewJob[] => [
  build(APPROVAL_CARD_JOB, approval, FIRST, at, ids),
  build(APPROVAL_CARD_JOB, approval, EXPIRY, approval.expiresAt, ids),
  buildRoundJob(approval, 0, at, ids),
];

export const buildRoundCardJob = (approval: Subject, round: number, at: number, ids: JobIds): NewJob =>
  build(APPROVAL_CARD_JOB, approval, `round-${round}`, at, ids);

/** Updates each person's message, in the order of these jobs. `why` names what changed. */
export const buildAskJobs = (
  { id, teamId }: Subject,
  people: readonly string[],
  { why, at }: { why: string; at: number },
  ids: JobIds,
): NewJob[] =>
  people.map((userId) => ({
    id: ids.job(),
    teamId,
    kind: APPROVAL_ASK_JOB,
    key: `${APPROVAL_ASK_JOB}:${id}:${userId}:${why}`,
    lane: `${APPROVAL_ASK_JOB}:${id}:${userId}`,
    payload: { approvalId: id, userId } satisfies z.infer<typeof approvalAskPayloadSchema>,
    dueAt: at,
  }));

/** Edits the card again now, and once a process that died can no longer be writing to it. */
export const repairCard = ({ id, teamId, token, payload }: Job, at: number, ids: JobIds): NewJob[] => {
  const approval = { id: approvalPayloadSchema.parse(payload).approvalId, teamId };
  return [
    build(APPROVAL_CARD_JOB, approval, `after-${id}-${token}`, at, ids),
    build(APPROVAL_CARD_JOB, approval, `long-after-${id}-${token}`, at + LANDS_WITHIN_MS, ids),
  ];
};

/** The same for one approver's message. */
export const repairAsk = ({ id, teamId, token, payload }: Job, at: number, ids: JobIds): NewJob[] => {
  const { approvalId, userId } = approvalAskPayloadSchema.parse(payload);
  const subject = { id: approvalId, teamId };
  const now = buildAskJobs(subject, [userId], { why: `after-${id}-${token}`, at }, ids);
  const late = buildAskJobs(
    subject,
    [userId],
    { why: `long-after-${id}-${token}`, at: at + LANDS_WITHIN_MS },
    ids,
  ).map(({ lane: _, ...job }): NewJob => job);
  return [...now, ...late];
};

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
  buildRound(approval, { round: null, why: to, dueAt: at }, ids),
  ...(IS_NEWS_TO_CREATOR[to] ? [build(APPROVAL_NEWS_JOB, approval, to, at, ids)] : []),
];
