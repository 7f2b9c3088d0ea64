import type { Transaction, UpdateObject } from 'kysely';
import { z } from 'zod';
import { type StoreDatabase, sql } from './engine/database.ts';
import { dueIn, nowIn } from './engine/now.ts';
import { findOne, hasRow } from './engine/queries.ts';
import { listen, noteWritten } from './engine/written.ts';
import { insertJobs, type Job, type NewJob, NOT_ENDED, parseContents } from './job.ts';
import { createJobClaims, type JobClaims } from './job-claim.ts';
import { QUEUES, type QueueName } from './job-kinds.ts';
import { lockLanes, ownLaneOf } from './job-lanes.ts';
import { type QrChange, writeQr } from './link-card.ts';
import { type MessageChange, writeMessages } from './message-store.ts';
import type { JobRow, JobState, Schema } from './schema.ts';

interface KeptJob {
  id: string;
  teamId: string;
  linkId: string | null;
  payload: unknown;
  progress: unknown;
  updatedAt: number;
}

export interface StoredJob {
  /** As stored: another version may have written it. */
  kind: string;
  state: JobState;
  progress: unknown;
  payload: unknown;
}

/** What a job's result writes, in the transaction that ends the job. */
export interface JobResult extends QrChange, MessageChange {
  /** It recurs: it has not ended, but waits for this instant as if it were new. Not for jobs in a lane. */
  againAt?: number;
  /** How often it has run without news, for its next run; none, unless its kind counts them. */
  attempts?: number;
  /** Jobs to add, except those whose key already exists. */
  next?: readonly NewJob[];
}

type JobLease = Pick<Job, 'id' | 'token'>;
type JobInLane = JobLease & Pick<Job, 'lane'>;

/** How a job is tried again. */
export interface Postponement {
  /** False: it does not count as a try. */
  isTry?: boolean;
  /** Nobody knows what the failure means. */
  isUnclear?: boolean;
  /** It goes on in a lane of its link alone, and so do the other jobs of its lane about that link, behind it. */
  leavesLane?: boolean;
  /** It goes on in no lane, and no other waits for it. */
  isApart?: boolean;
  /** Jobs to add, except those whose key already exists. */
  next?: readonly NewJob[];
}

/** Where a job stands; `held`: a process works on it. */
export type JobStanding = 'none' | 'waiting' | 'held' | 'done' | 'failed' | 'cancelled';

/**
 * The queue of all work that outlives the request that caused it. `finish`, `postpone`, `release` and `fail` end a
 * claim. Like `renew` and `saveProgress`, they return false and change nothing if another process took the lease or
 * the job was cancelled.
 */
export interface JobStore extends JobClaims {
  /** Calls it after each commit with which a job of that queue may run from then on. */
  onFilled(hear: (queue: QueueName, dueAt: number) => void): void;
  /** Jobs may run that were not allowed to. */
  lookAgain(): void;
  /** False: a job with this key already exists. */
  add(job: NewJob, at: number): Promise<boolean>;
  /** Keeps the order within a lane. Skips jobs whose key already exists. */
  addAll(jobs: readonly NewJob[], at: number): Promise<void>;
  renew(job: JobLease, until: number, at: number): Promise<boolean>;
  saveProgress(job: JobLease, progress: object, at: number): Promise<boolean>;
  /** From now on, a job with this one's key is added: what happens next is no longer part of this job. */
  freeKey(job: JobLease): Promise<boolean>;
  finish(job: JobInLane, at: number, result?: JobResult): Promise<boolean>;
  /** Tries it again at `dueAt`; no job of its lane overtakes it, unless it leaves the lane. */
  postpone(
    job: JobInLane & Pick<Job, 'linkId'>,
    dueAt: number,
    error: string,
    at: number,
    how?: Postponement,
  ): Promise<boolean>;
  /** Returns the job to the queue because this process is stopping. Does not count as a try. */
  release(job: JobLease, at: number): Promise<boolean>;
  /**
   * Marks it failed and adds `next` in the same transaction, except jobs whose key already exists. `isGivenUp`: only because
   * its tries ran out.
   */
  fail(
    job: JobInLane,
    error: string,
    at: number,
    next?: readonly NewJob[],
    isGivenUp?: boolean,
  ): Promise<boolean>;
  /** False: it has ended, or belongs to another workspace. A process that works on it loses its lease. */
  cancel(teamId: string, id: string, at: number): Promise<boolean>;
  find(teamId: string, id: string): Promise<StoredJob | null>;
  /** By its key; a job without one has its id as key. */
  standingOf(key: string, at: number): Promise<JobStanding>;
  /** Jobs of a kind that have not ended, or those of a workspace that are done and still kept; oldest first. */
  ofKind(kind: string, doneOf?: string): Promise<KeptJob[]>;
  /** Makes the jobs with these keys due, except those that a process works on. */
  bringForward(keys: readonly string[], at: number): Promise<void>;
  /** Runs jobs at once that wait because of one of these errors. Null team: those of all workspaces. */
  hasten(teamId: string | null, errors: readonly string[], at: number): Promise<void>;
  /** Whether the job with this key has not ended yet. */
  isWaiting(key: string): Promise<boolean>;
  /** Whether a newer job about the same link, of the same kind and with the same input, has not ended. */
  hasNewer(job: Pick<Job, 'id' | 'kind' | 'linkId' | 'payload'>): Promise<boolean>;
  /** The conversation that a job is about, as far as its input or its link names one. */
  channelOf(job: Pick<Job, 'linkId' | 'payload'>): Promise<string | null>;
  /** For the start of the only process on the database: frees jobs that a dead process held, marked `takenOver`. */
  releaseAll(queue?: QueueName): Promise<void>;
}

export const createJobStore = (database: StoreDatabase): JobStore => {
  const { db, engine } = database;

  /** Whether the lane of an updated job has another one. Where others add to it meanwhile, only who holds its lock can say. */
  const hasNext =
    engine === 'postgres'
      ? sql<boolean | number>`true`
      : sql<boolean | number>`exists (
          select 1 from jobs as behind where behind.lane = jobs.lane and behind.state in ('queued', 'planned'))`;

  const updateHeld = (on: Transaction<Schema> | typeof db, { id, token }: JobLease, changes: JobChanges) =>
    on
      .updateTable('jobs')
      .set(changes)
      .where('id', '=', id)
      .where('leaseToken', '=', token)
      .where('state', '=', 'waiting')
      .returning(['teamId', 'linkId', 'lane', 'state', 'queue']);

  const change = (job: JobLease, changes: JobChanges) => hasRow(updateHeld(db, job, changes));

  const leaveLane = (trx: Transaction<Schema>, { id }: JobLease) =>
    trx.updateTable('jobs').set({ lane: null }).where('id', '=', id).execute();

  const end = (job: JobInLane, ended: Ending, at: number, { next = [], ...written }: JobResult = {}) => {
    const changes = {
      dueAt: sql<number>`coalesce(again_at, due_at)`,
      ...ended,
      state: sql<JobState>`case when again_at is null then ${ended.state} else 'waiting' end`,
      // The lane's pause counts from then.
      ...{ againAt: null, updatedAt: nowIn(db, at), leaseToken: null },
    };
    const write = async (on: Transaction<Schema> | typeof db) => {
      const inMs = sql<number>`due_at - ${nowIn(db, at)}`.as('inMs');
      const ends = updateHeld(on, job, changes).returning([inMs, hasNext.as('hasNext')]);
      const row = await ends.executeTakeFirst();
      if (row?.state === 'waiting') noteWritten(on, { queue: row.queue, dueAt: at + row.inMs });
      return row;
    };
    const isAlone =
      job.lane === null && next.length === 0 && Object.values(written).every((one) => one === undefined);
    if (isAlone) return write(db).then((row) => row !== undefined);
    return db.transaction().execute(async (trx) => {
      const row = await write(trx);
      if (!row) return false;
      await writeMessages(trx, written, at);
      // It was the first of its lane; what it does again is for no other to wait for.
      if (row.lane !== null && row.state === 'waiting') await leaveLane(trx, job);
      const { teamId, linkId } = row;
      const more = linkId === null ? [] : await writeQr(trx, { id: linkId, teamId }, written, at);
      const freed = row.lane !== null && row.hasNext ? [row.lane] : [];
      await insertJobs(trx, [...next, ...more], at, freed);
      // What is planned for later in the lane was not seen behind this one.
      if (freed.length > 0) noteWritten(trx, { queue: row.queue, dueAt: at });
      return true;
    });
  };

  const tellMoved = (moved: readonly { queue: QueueName }[], at: number) => {
    for (const queue of new Set(moved.map((one) => one.queue))) noteWritten(db, { queue, dueAt: at });
  };

  return {
    ...createJobClaims(database),

    onFilled: (hear) =>
      listen(db, (written) => {
        if ('queue' in written) hear(written.queue, written.dueAt);
      }),

    lookAgain: () => {
      for (const queue of QUEUES) noteWritten(db, { queue, dueAt: Number.NEGATIVE_INFINITY });
    },

    add: (job, at) => db.transaction().execute(async (trx) => (await insertJobs(trx, [job], at)) > 0),

    addAll: async (jobs, at) => {
      await db.transaction().execute((trx) => insertJobs(trx, jobs, at));
    },

    renew: (job, until, at) => change(job, { dueAt: dueIn(db, until, at) }),

    saveProgress: (job, progress, at) => change(job, { progress: JSON.stringify(progress), updatedAt: at }),

    freeKey: (job) => change(job, { key: job.id }),

    finish: (job, at, { againAt, attempts, ...result } = {}) =>
      end(
        job,
        againAt === undefined
          ? { state: 'done', lastError: null, ...(attempts !== undefined && { attempts }) }
          : {
              ...{ state: 'waiting', dueAt: dueIn(db, againAt, at), attempts: attempts ?? 0 },
              ...{ progress: null, lastError: null },
            },
        at,
        result,
      ),

    postpone: (job, dueAt, error, at, how = {}) => {
      const { isTry = true, isUnclear = false, leavesLane = false, isApart = false, next = [] } = how;
      const lane = leavesLane && !isApart ? ownLaneOf(job) : null;
      const write = async (on: Transaction<Schema> | typeof db) => {
        const postponed = updateHeld(on, job, {
          ...{ dueAt: dueIn(db, dueAt, at), againAt: null },
          ...{ lastError: error, updatedAt: at, leaseToken: null },
        }).set({
          attempts: sql`attempts + ${isTry ? 1 : 0}`,
          ...(isUnclear && { unclearSince: sql<number>`coalesce(unclear_since, ${at})` }),
        });
        const row = await postponed.executeTakeFirst();
        if (row) noteWritten(on, { queue: row.queue, dueAt: leavesLane || isApart ? at : dueAt });
        return row;
      };
      const isPlain = lane === null && next.length === 0 && (!isApart || job.lane === null);
      if (isPlain) return write(db).then((row) => row !== undefined);
      return db.transaction().execute(async (trx) => {
        const row = await write(trx);
        if (row === undefined) return false;
        if (isApart && row.lane !== null) {
          await leaveLane(trx, job);
          await insertJobs(trx, next, at, [row.lane]);
          return true;
        }
        if (lane !== null && job.lane !== null) {
          await lockLanes(trx, [lane, job.lane]);
          await trx
            .updateTable('jobs')
            .set({ lane })
            .where('lane', '=', job.lane)
            .where('state', 'in', NOT_ENDED)
            .where('linkId', '=', job.linkId)
            .execute();
        }
        await insertJobs(trx, next, at, lane === null || job.lane === null ? [] : [job.lane]);
        return true;
      });
    },

    release: (job, at) => change(job, { dueAt: nowIn(db, at), updatedAt: at, leaseToken: null }),

    fail: (job, error, at, next = [], isGivenUp = false) =>
      end(job, { state: 'failed', lastError: error, givenUpAt: isGivenUp ? at : null }, at, { next }),

    cancel: (teamId, id, at) =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('jobs')
          .set({ state: 'cancelled', updatedAt: at, leaseToken: null })
          .where('id', '=', id)
          .where('teamId', '=', teamId)
          .where('state', 'in', NOT_ENDED)
          .returning(['lane', 'queue'])
          .executeTakeFirst();
        // Whoever runs it stops.
        if (row) noteWritten(trx, { queue: row.queue, dueAt: at });
        if (row?.lane) await insertJobs(trx, [], at, [row.lane]);
        return row !== undefined;
      }),

    find: (teamId, id) => {
      const job = db.selectFrom('jobs').where('id', '=', id).where('teamId', '=', teamId);
      return findOne(job.select(['kind', 'state', 'progress', 'payload']), (row) => ({
        ...row,
        ...parseContents(row),
      }));
    },

    standingOf: async (key, at) => {
      const row = await db
        .selectFrom('jobs')
        .where('key', '=', key)
        .select(['state', (job) => job.eb('dueAt', '>', nowIn(db, at)).as('isLater')])
        .select((job) => job.eb('leaseToken', 'is not', null).as('hasHolder'))
        .executeTakeFirst();
      if (row === undefined) return 'none';
      if (row.state === 'planned' || row.state === 'queued') return 'waiting';
      return row.hasHolder && row.isLater ? 'held' : row.state;
    },

    ofKind: async (kind, doneOf) => {
      const ofThis = db
        .selectFrom('jobs')
        .select(['id', 'teamId', 'linkId', 'payload', 'progress', 'updatedAt'])
        .where('kind', '=', kind)
        .orderBy('seq');
      const rows = await (doneOf === undefined
        ? ofThis.where('state', 'in', NOT_ENDED)
        : ofThis.where('state', '=', 'done').where('teamId', '=', doneOf)
      ).execute();
      return rows.map((row) => ({ ...row, ...parseContents(row) }));
    },

    bringForward: async (keys, at) => {
      if (keys.length === 0) return;
      const moved = db
        .updateTable('jobs')
        .set({ dueAt: nowIn(db, at), updatedAt: at })
        .where('key', 'in', keys)
        .where('state', '=', 'waiting')
        .where('leaseToken', 'is', null)
        .where('dueAt', '>', nowIn(db, at))
        .returning('queue');
      tellMoved(await moved.execute(), at);
    },

    hasten: async (teamId, errors, at) => {
      const waiting = db
        .updateTable('jobs')
        .set({ dueAt: nowIn(db, at) })
        .where('state', '=', 'waiting')
        .where('leaseToken', 'is', null)
        .where('lastError', 'in', errors)
        .where('dueAt', '>', nowIn(db, at))
        .returning('queue');
      const moved = teamId === null ? waiting : waiting.where('teamId', '=', teamId);
      tellMoved(await moved.execute(), at);
    },

    isWaiting: (key) =>
      hasRow(db.selectFrom('jobs').select('id').where('key', '=', key).where('state', 'in', NOT_ENDED)),

    hasNewer: ({ id, kind, linkId, payload }) => {
      const own = db.selectFrom('jobs').where('id', '=', id);
      const newer = db
        .selectFrom('jobs')
        .select('id')
        .where('linkId', '=', linkId)
        .where('kind', '=', kind)
        .where('state', 'in', NOT_ENDED)
        .where('payload', '=', JSON.stringify(payload))
        .where('seq', '>', own.select('seq'));
      return hasRow(newer.limit(1));
    },

    channelOf: async ({ linkId, payload }) => {
      const named = placeSchema.safeParse(payload).data;
      if (named !== undefined || linkId === null) return named?.channelId ?? null;
      return findOne(
        db.selectFrom('links').select('channelId').where('id', '=', linkId),
        (row) => row.channelId,
      );
    },

    releaseAll: async (queue) => {
      const held = db
        .updateTable('jobs')
        .set({ dueAt: 0 })
        .where('state', '=', 'waiting')
        .where('leaseToken', 'is not', null);
      await (queue ? held.where('queue', '=', queue) : held).execute();
    },
  };
};

const placeSchema = z.object({ channelId: z.string() });

type JobChanges = UpdateObject<Schema, 'jobs', 'jobs'>;
type Ending = JobChanges & Pick<JobRow, 'state'>;
