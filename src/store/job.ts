import type { Kysely } from 'kysely';
import type { JobRow, Schema } from './schema.ts';

/**
 * Every kind of job, the notices about links first. A kind listed here that no room handles or no worker takes does not
 * compile; nor does a job of a kind that is not listed.
 */
export type JobKindName =
  | 'card'
  | 'edit'
  | 'qr'
  | 'qr-message'
  | 'reply'
  | 'nudge'
  | 'news'
  | 'sale'
  | 'move'
  | 'left'
  | 'doubt-over'
  | 'hand-over'
  | 'batch-card'
  | 'export'
  | 'export-last-word'
  | 'export-empty-note'
  | 'scheduled-export'
  | 'export-schedule-ended'
  | 'export-schedule-told'
  | 'audit-export'
  | 'team-file'
  | 'approval-card'
  | 'approval-round'
  | 'approval-ask'
  | 'approval-news'
  | 'welcome'
  | 'what-came'
  | 'missing-links'
  | 'daily-close'
  | 'daily-close-off'
  | 'weekly-summary'
  | 'weekly-summary-ended'
  | 'batch-run'
  | 'batch-file'
  | 'batch-digest'
  | 'batch-round'
  | 'batch-ask'
  | 'batch-news'
  | 'batch-held'
  | 'batch-list'
  | 'batch-list-preview'
  | 'batch-list-news';

export interface NewJob {
  id: string;
  teamId: string;
  kind: JobKindName;
  /**
   * A second job with the same key is not added while the first row exists, whatever its outcome. Leave out if nothing
   * adds it twice.
   */
  key?: string;
  /** Jobs of one lane run one after the other, in order of creation. Leave out if it waits for no other. */
  lane?: string;
  /** The link it is about. */
  linkId?: string;
  /** Its input, as plain JSON. */
  payload?: object;
  /** Do not run it before this instant, in milliseconds since the epoch. Leave out to run it at once. */
  dueAt?: number;
}

/** A job claimed by one process until its lease runs out. */
export interface Job {
  id: string;
  teamId: string;
  /** As stored: another version may have written it. */
  kind: string;
  lane: string | null;
  linkId: string | null;
  payload: unknown;
  /** As last saved; null: never saved. */
  progress: unknown;
  /** Failed tries so far, including those of processes that died. */
  attempts: number;
  /** Why the last try failed. */
  lastError: string | null;
  /** When it first failed for a reason that nobody knows; null: never. */
  unclearSince: number | null;
  token: string;
  /** An earlier holder's lease expired: the work may already be done, and `progress` may lack its last steps. */
  takenOver: boolean;
}

/**
 * Call it in the transaction of the change that causes the jobs. Skips jobs whose key exists; returns how many were
 * added.
 */
export async function insertJobs(on: Kysely<Schema>, jobs: readonly NewJob[], at: number): Promise<number> {
  const endOf = await findLaneEnds(on, jobs);
  const rows = jobs.map((job, position): JobRow => {
    const built = buildJobRow(job, at);
    const own = ownLaneOf(job);
    const row = own !== null && endOf.has(own) ? { ...built, lane: own } : built;
    if (row.lane === null) return row;
    return { ...row, position, createdAt: Math.max(row.createdAt, (endOf.get(row.lane) ?? -1) + 1) };
  });
  const keyed = rows.filter((_, i) => jobs[i]?.key !== undefined);
  const others = rows.filter((_, i) => jobs[i]?.key === undefined);
  if (others.length > 0) await on.insertInto('jobs').values(others).execute();
  if (keyed.length === 0) return others.length;
  const added = await on
    .insertInto('jobs')
    .values(keyed)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .execute();
  return others.length + added.length;
}

/** Where the jobs about one link wait after they left their lane, so that they hold up no other link; null: never. */
export const ownLaneOf = ({
  lane,
  linkId,
}: {
  lane?: string | null;
  linkId?: string | null;
}): string | null => (lane == null || linkId == null || lane.endsWith(linkId) ? null : `${lane}/${linkId}`);

/**
 * When the last job of each lane was created. Whatever the clocks say, a new job goes behind it: a reply ahead of its
 * card would wait for the card, and the card for the reply.
 */
async function findLaneEnds(
  on: Kysely<Schema>,
  jobs: readonly NewJob[],
): Promise<Map<string | null, number>> {
  const lanes = [...new Set(jobs.flatMap((job) => [job.lane ?? [], ownLaneOf(job) ?? []].flat()))];
  if (lanes.length === 0) return new Map();
  const ends = await on
    .selectFrom('jobs')
    .select(({ fn }) => ['lane', fn.max('createdAt').as('end')])
    .where('state', '=', 'waiting')
    .where('lane', 'in', lanes)
    // Ignore jobs that are planned for later and were never tried. Not every postponed try counts as an attempt.
    .where((one) =>
      one.or([
        one('attempts', '>', 0),
        one('lastError', 'is not', null),
        one('dueAt', '<=', one.ref('updatedAt')),
      ]),
    )
    .groupBy('lane')
    .execute();
  return new Map(ends.map(({ lane, end }) => [lane, end]));
}

/** The row of a job outside a lane, or at the start of one. */
export function buildJobRow(job: NewJob, at: number): JobRow {
  const { lane = null, dueAt = at } = job;
  return {
    id: job.id,
    teamId: job.teamId,
    kind: job.kind,
    key: job.key ?? job.id,
    lane,
    position: 0,
    linkId: job.linkId ?? null,
    payload: JSON.stringify(job.payload ?? null),
    progress: null,
    state: 'waiting',
    attempts: 0,
    dueAt: dueAt,
    leaseToken: null,
    leaseUntil: 0,
    lastError: null,
    unclearSince: null,
    givenUpAt: null,
    // In a lane, a job for later goes behind all jobs created before then.
    createdAt: lane === null ? at : dueAt,
    updatedAt: at,
  };
}

/** What `parseJob` reads. */
export const CLAIMED = [
  'id',
  'teamId',
  'kind',
  'lane',
  'linkId',
  'payload',
  'progress',
  'attempts',
  'lastError',
  'unclearSince',
  'leaseToken',
] as const;

export function parseJob(row: Pick<JobRow, (typeof CLAIMED)[number]>, token: string): Job {
  const takenOver = row.leaseToken !== null;
  return {
    id: row.id,
    teamId: row.teamId,
    kind: row.kind,
    lane: row.lane,
    linkId: row.linkId,
    ...parseContents(row),
    attempts: row.attempts + (takenOver ? 1 : 0),
    lastError: row.lastError,
    unclearSince: row.unclearSince,
    token,
    takenOver,
  };
}

export function parseContents(row: Pick<JobRow, 'payload' | 'progress'>): {
  payload: unknown;
  progress: unknown;
} {
  return {
    payload: JSON.parse(row.payload),
    progress: row.progress === null ? null : JSON.parse(row.progress),
  };
}
