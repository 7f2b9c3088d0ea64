import type { Kysely, RawBuilder } from 'kysely';
import { sql } from './engine/database.ts';
import { dueIn, nowIn } from './engine/now.ts';
import { noteWritten } from './engine/written.ts';
import { AGAIN, type JobKindName, QUEUE_OF } from './job-kinds.ts';
import { lockLanes, ownLaneOf, promote } from './job-lanes.ts';
import type { JobRow, JobState, Schema } from './schema.ts';

/** In the place of a workspace's id: the job is of the database as a whole. */
export const OF_ALL = '*';

export interface NewJob {
  id: string;
  /** Whose it is: a workspace, or `OF_ALL`. */
  teamId: string;
  kind: JobKindName;
  /**
   * A second job with the same key is not added while the first row exists, whatever its outcome, unless its kind is one of
   * `AGAIN`. Leave out if nothing adds it twice.
   */
  key?: string;
  /** Jobs of one lane run one after the other, in the order in which they were added. Leave out if it waits for no other. */
  lane?: string;
  /** The link it is about. */
  linkId?: string;
  /** Its input, as plain JSON. */
  payload?: object;
  /**
   * Do not run it before this instant, in milliseconds since the epoch. Leave out to run it at once. A job for later is in
   * its lane only from then on.
   */
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

/** The states of a job that has not ended. */
export const NOT_ENDED = ['planned', 'waiting', 'queued'] as const satisfies readonly JobState[];

/**
 * Call it in the transaction of the change that causes the jobs. Skips jobs whose key exists; returns how many were
 * added. `freed`: lanes whose first job has ended in this transaction.
 */
export async function insertJobs(
  on: Kysely<Schema>,
  given: readonly NewJob[],
  at: number,
  freed: readonly string[] = [],
): Promise<number> {
  const jobs = oneOfEachKey(given, at);
  await lockLanes(on, [...lanesOf(jobs), ...freed]);
  const added =
    jobs.length === 0
      ? []
      : await on
          .insertInto('jobs')
          .values(
            jobs.map((job) => ({
              ...buildJobRow(job, at),
              ...{ lane: chooseLane(job), dueAt: dueIn(on, job.dueAt ?? at, at), updatedAt: nowIn(on, at) },
            })),
          )
          .onConflict((conflict) =>
            jobs.some(isAskedAgain)
              ? conflict.column('key').doUpdateSet(ASKED_AGAIN).where('jobs.kind', 'in', AGAIN)
              : conflict.column('key').doNothing(),
          )
          .returning('id')
          .execute();
  // What is for later enters its lane when it is due.
  const isNow = ({ dueAt = at }: NewJob) => dueAt <= at;
  for (const job of jobs)
    if (job.lane === undefined || !isNow(job) || isAskedAgain(job))
      noteWritten(on, { queue: QUEUE_OF[job.kind], dueAt: job.dueAt ?? at });
  await promote(on, [...lanesOf(jobs.filter(isNow)), ...freed], at);
  return added.length;
}

const lanesOf = (jobs: readonly NewJob[]): string[] =>
  jobs.flatMap((job) => [job.lane ?? [], ownLaneOf(job) ?? []].flat());

const isAskedAgain = ({ kind }: NewJob): boolean => AGAIN.some((one) => one === kind);

/** One statement cannot write a row twice. */
function oneOfEachKey(jobs: readonly NewJob[], at: number): NewJob[] {
  const byKey = new Map<string, NewJob>();
  for (const job of jobs) {
    const key = job.key ?? job.id;
    const first = byKey.get(key);
    if (first === undefined) byKey.set(key, job);
    else if (isAskedAgain(job) && (job.dueAt ?? at) < (first.dueAt ?? at))
      byKey.set(key, { ...first, dueAt: job.dueAt ?? at });
  }
  return [...byKey.values()];
}

const hasEnded = sql<boolean>`jobs.state in ('done', 'failed', 'cancelled')`;
const isHeld = sql<boolean>`jobs.lease_token is not null`;
const isSooner = (than: RawBuilder<number | null>) => sql<boolean>`excluded.due_at < ${than}`;

/** What is left of a job that is asked for again: see `AGAIN`. */
const ASKED_AGAIN = {
  state: sql<JobState>`case when ${hasEnded} then excluded.state else jobs.state end`,
  lane: sql<string | null>`case when ${hasEnded} then excluded.lane else jobs.lane end`,
  dueAt: sql<number>`case when ${hasEnded} or (not ${isHeld} and ${isSooner(sql`jobs.due_at`)}) then excluded.due_at else jobs.due_at end`,
  againAt: sql<
    number | null
  >`case when ${isHeld} and (jobs.again_at is null or ${isSooner(sql`jobs.again_at`)}) then excluded.due_at else jobs.again_at end`,
  attempts: sql<number>`case when ${hasEnded} then 0 else jobs.attempts end`,
  unclearSince: sql<number | null>`case when ${hasEnded} then null else jobs.unclear_since end`,
  givenUpAt: null,
  createdAt: sql<number>`case when ${hasEnded} then excluded.created_at else jobs.created_at end`,
  updatedAt: sql<number>`excluded.updated_at`,
};

/** Behind those about its link that have left their lane: a reply must not overtake its card. */
function chooseLane(job: NewJob) {
  const { lane = null } = job;
  const own = ownLaneOf(job);
  return own === null
    ? lane
    : sql<string>`case when exists (select 1 from jobs as parted where parted.lane = ${own} and parted.state = 'waiting') then ${own} else ${lane} end`;
}

/** In a lane, the first job begins to wait when it is promoted. */
export function buildJobRow(job: NewJob, at: number): Omit<JobRow, 'seq'> {
  const { lane = null, dueAt = at } = job;
  return {
    id: job.id,
    teamId: job.teamId,
    queue: QUEUE_OF[job.kind],
    kind: job.kind,
    key: job.key ?? job.id,
    lane,
    linkId: job.linkId ?? null,
    payload: JSON.stringify(job.payload ?? null),
    progress: null,
    state: lane === null ? 'waiting' : dueAt > at ? 'planned' : 'queued',
    attempts: 0,
    dueAt,
    againAt: null,
    leaseToken: null,
    lastError: null,
    unclearSince: null,
    givenUpAt: null,
    createdAt: at,
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

export function parseJob(row: Pick<JobRow, (typeof CLAIMED)[number]>, takenOver: boolean): Job {
  return {
    id: row.id,
    teamId: row.teamId,
    kind: row.kind,
    lane: row.lane,
    linkId: row.linkId,
    ...parseContents(row),
    attempts: row.attempts,
    lastError: row.lastError,
    unclearSince: row.unclearSince,
    token: row.leaseToken ?? '',
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
