import type { Transaction } from 'kysely';
import { CLOCKS_DIFFER_MS } from './engine/clocks-differ.ts';
import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import { insertJob, parseContents, parseJob } from './job-rows.ts';
import type { JobRow, JobState, Schema } from './schema.ts';

export interface NewJob {
  id: string;
  teamId: string;
  kind: string;
  /** The same key twice is one job, whatever its outcome, as long as the first row exists. */
  key: string;
  payload: object;
  /** Milliseconds since the epoch. */
  dueAt: number;
}

/** A job claimed by one process until its lease runs out. */
export interface Job {
  id: string;
  teamId: string;
  kind: string;
  payload: unknown;
  /** As last saved; null: nothing yet. */
  progress: unknown;
  /** Failed tries so far, including those of processes that died. */
  attempts: number;
  /** Why the last try failed. */
  lastError: string | null;
  token: string;
  /** An earlier holder's lease ran out, so `progress` may lack its last steps. */
  takenOver: boolean;
  createdAt: number;
}

export interface JobClaim {
  at: number;
  leaseMs: number;
  limit: number;
  /** Identifies this claim; must never be reused. */
  token: string;
  /** Only these kinds; leave out for all. */
  kinds?: readonly string[];
  /** Workspaces whose jobs to skip. */
  without?: readonly string[];
}

export interface StoredJob {
  state: JobState;
  progress: unknown;
  payload: unknown;
}

/** Retries come within this time. A job planned further ahead keeps its hour even if the clock is set back. */
const SOON_MS = 10 * 60_000;

type JobLease = Pick<Job, 'id' | 'token'>;

/**
 * `finish`, `postpone`, `release` and `fail` end a claim. Like `renew` and `saveProgress`, they return false and
 * change nothing if another process took the lease or the job was cancelled.
 */
export interface JobStore {
  /** False: a job with this key already exists. */
  add(job: NewJob, at: number): Promise<boolean>;
  /** Due jobs that no process holds, at most `limit`, longest overdue first. */
  claim(request: JobClaim): Promise<Job[]>;
  renew(job: JobLease, until: number): Promise<boolean>;
  saveProgress(job: JobLease, progress: object, at: number): Promise<boolean>;
  /** Writes `next` in the same transaction, except those whose key already exists. */
  finish(job: JobLease, at: number, next?: readonly NewJob[]): Promise<boolean>;
  /** Try again at `dueAt`. Counts as a try unless `isTry` is false. */
  postpone(job: JobLease, dueAt: number, error: string, at: number, isTry?: boolean): Promise<boolean>;
  /** Gives the job back at once because this process is stopping. Counts no try. */
  release(job: JobLease, at: number): Promise<boolean>;
  /** `next` as with `finish`. */
  fail(job: JobLease, error: string, at: number, next?: readonly NewJob[]): Promise<boolean>;
  /** False: already over, or not this workspace's. A process working on it loses its lease. */
  cancel(teamId: string, id: string, at: number): Promise<boolean>;
  find(teamId: string, id: string): Promise<StoredJob | null>;
  /** The earliest instant when `claim` may return something; in the past means now. Null: nothing is waiting. */
  nextDueAt(kinds?: readonly string[], without?: readonly string[]): Promise<number | null>;
  /** For the start of the only process on the database: frees jobs a dead process held, marked `takenOver`. */
  releaseAll(kinds?: readonly string[]): Promise<void>;
}

export const createJobStore = ({ db, engine }: StoreDatabase): JobStore => {
  const heldBy = (on: Transaction<Schema> | typeof db, { id, token }: JobLease, change: Partial<JobRow>) =>
    on
      .updateTable('jobs')
      .set(change)
      .where('id', '=', id)
      .where('lease_token', '=', token)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst();

  const change = async (job: JobLease, changes: Partial<JobRow>) =>
    (await heldBy(db, job, changes)) !== undefined;

  const end = (job: JobLease, ended: Ending, at: number, next: readonly NewJob[] = []) =>
    db.transaction().execute(async (trx) => {
      if (!(await heldBy(trx, job, { ...ended, updated_at: at, ...LET_GO }))) return false;
      for (const following of next) await insertJob(trx, following, at);
      return true;
    });

  return {
    add: (job, at) => insertJob(db, job, at),

    claim: ({ at, leaseMs, limit, token, kinds, without = [] }) =>
      db.transaction().execute(async (trx) => {
        let free = trx
          .selectFrom('jobs')
          .selectAll()
          .where('state', '=', 'waiting')
          .where((job) =>
            job.or([
              job('due_at', '<=', at),
              // Written before the clock was set back, to run at once or to be retried soon.
              job.and([
                job('updated_at', '>', at + CLOCKS_DIFFER_MS),
                job(sql<number>`due_at - updated_at`, '<=', SOON_MS),
              ]),
            ]),
          )
          .where((job) =>
            job.or([job('lease_until', '<=', at), job('lease_until', '>', at + leaseMs + CLOCKS_DIFFER_MS)]),
          )
          .orderBy('due_at')
          .orderBy('created_at')
          .orderBy('id')
          .limit(limit);
        if (kinds) free = free.where('kind', 'in', kinds);
        if (without.length > 0) free = free.where('team_id', 'not in', without);
        const rows = await (engine === 'postgres' ? free.forUpdate().skipLocked() : free).execute();
        if (rows.length === 0) return [];
        await trx
          .updateTable('jobs')
          .set({
            // Count the try of a holder that died, so that a job that crashes its process runs out of tries too.
            attempts: sql`attempts + case when lease_token is null then 0 else 1 end`,
            lease_token: token,
            lease_until: at + leaseMs,
          })
          .where(
            'id',
            'in',
            rows.map((row) => row.id),
          )
          .execute();
        return rows.map((row) => parseJob(row, token));
      }),

    renew: (job, until) => change(job, { lease_until: until }),

    saveProgress: (job, progress, at) => change(job, { progress: JSON.stringify(progress), updated_at: at }),

    finish: (job, at, next) => end(job, { state: 'done', last_error: null }, at, next),

    postpone: async ({ id, token }, dueAt, error, at, isTry = true) => {
      const row = await db
        .updateTable('jobs')
        .set({
          due_at: dueAt,
          last_error: error,
          updated_at: at,
          attempts: sql`attempts + ${isTry ? 1 : 0}`,
          ...LET_GO,
        })
        .where('id', '=', id)
        .where('lease_token', '=', token)
        .where('state', '=', 'waiting')
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    release: (job, at) => change(job, { updated_at: at, ...LET_GO }),

    fail: (job, error, at, next) => end(job, { state: 'failed', last_error: error }, at, next),

    cancel: async (teamId, id, at) => {
      const row = await db
        .updateTable('jobs')
        .set({ state: 'cancelled', updated_at: at, ...LET_GO })
        .where('id', '=', id)
        .where('team_id', '=', teamId)
        .where('state', '=', 'waiting')
        .returning('id')
        .executeTakeFirst();
      return row !== undefined;
    },

    find: async (teamId, id) => {
      const row = await db
        .selectFrom('jobs')
        .select(['state', 'progress', 'payload'])
        .where('id', '=', id)
        .where('team_id', '=', teamId)
        .executeTakeFirst();
      return row ? { ...row, ...parseContents(row) } : null;
    },

    nextDueAt: async (kinds, without = []) => {
      let waiting = db
        .selectFrom('jobs')
        .select(
          sql<number | null>`min(case when lease_until > due_at then lease_until else due_at end)`.as('next'),
        )
        .where('state', '=', 'waiting');
      if (kinds) waiting = waiting.where('kind', 'in', kinds);
      if (without.length > 0) waiting = waiting.where('team_id', 'not in', without);
      return (await waiting.executeTakeFirstOrThrow()).next;
    },

    releaseAll: async (kinds) => {
      const held = db
        .updateTable('jobs')
        .set({ lease_until: 0 })
        .where('state', '=', 'waiting')
        .where('lease_token', 'is not', null);
      await (kinds ? held.where('kind', 'in', kinds) : held).execute();
    },
  };
};

type Ending = Pick<JobRow, 'state' | 'last_error'>;

const LET_GO = { lease_token: null, lease_until: 0 } as const;
