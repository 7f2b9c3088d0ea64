import { z } from 'zod';
import type { Ids } from '../ids.ts';
import { LANDS_WITHIN_MS } from '../slack/messages.ts';
import type { Approval, ApprovalState } from '../store/approval.ts';
import type { Job, JobKindName, NewJob } from '../store/job.ts';

/** Updates an approval's card to what is true now: posts it once, edits it as often as needed. */
export const APPROVAL_CARD_JOB = 'approval-card';
/** Decides who is asked next, at its hour; once the request is decided, updates what the people asked have. */
export const APPROVAL_ROUND_JOB = 'approval-round';
/** Updates the direct message of one person who was asked: posts it once, edits it when the request is decided. */
export const APPROVAL_ASK_JOB = 'approval-ask';
/** A direct message telling the creator what happened to the request. */
export const APPROVAL_NEWS_JOB = 'approval-news';

export const approvalPayloadSchema = z.object({
  approvalId: z.string(),
  /** Marks the request's one job that may post its card; every other job waits for the card and edits it. */
  isFirst: z.boolean().default(false),
  /** Marks the one that ends a request which nobody decided. */
  isExpiry: z.boolean().default(false),
});

export const approvalRoundPayloadSchema = z.object({
  approvalId: z.string(),
  /** 0: those asked with the request. Null: it is decided, and nobody else is asked. */
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

/** No lane: a job planned for later would hold up those behind it. */
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

/** Asks the next ones at `dueAt`, if the request still waits then. */
export const buildRoundJob = (approval: Subject, round: number, dueAt: number, ids: JobIds): NewJob =>
  buildRound(approval, { round, why: String(round), dueAt }, ids);

/** Updates the card now, and once more at the expiry, when there is nothing left to approve; and asks people. */
export const buildAskingJobs = (
  approval: Subject & Pick<Approval, 'expiresAt'>,
  at: number,
  ids: JobIds,
): NewJob[] => [
  build(APPROVAL_CARD_JOB, approval, FIRST, at, ids),
  build(APPROVAL_CARD_JOB, approval, EXPIRY, approval.expiresAt, ids),
  buildRoundJob(approval, 0, at, ids),
];

/** Names on the card those who were asked in a round. */
export const buildRoundCardJob = (approval: Subject, round: number, at: number, ids: JobIds): NewJob =>
  build(APPROVAL_CARD_JOB, approval, `round-${round}`, at, ids);

/** Brings each person's message to what is true now, in the order of these jobs. `why` names what changed. */
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

/** After a process that may still be writing to the card: now, and when that must have ended. */
export const repairCard = ({ id, teamId, token, payload }: Job, at: number, ids: JobIds): NewJob[] => {
  const approval = { id: approvalPayloadSchema.parse(payload).approvalId, teamId };
  return [
    build(APPROVAL_CARD_JOB, approval, `after-${id}-${token}`, at, ids),
    build(APPROVAL_CARD_JOB, approval, `long-after-${id}-${token}`, at + LANDS_WITHIN_MS, ids),
  ];
};

/** The same of the message of a person who was asked. */
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
