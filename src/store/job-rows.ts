import type { Transaction } from 'kysely';
import type { Job, NewJob } from './job-store.ts';
import type { JobRow, Schema } from './schema.ts';

/** Call it in the transaction of the change that causes the job. False: a job with this key already exists. */
export async function insertJob(
  on: Pick<Transaction<Schema>, 'insertInto'>,
  job: NewJob,
  at: number,
): Promise<boolean> {
  const row = await on
    .insertInto('jobs')
    .values(buildJobRow(job, at))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function buildJobRow(job: NewJob, at: number): JobRow {
  return {
    id: job.id,
    team_id: job.teamId,
    kind: job.kind,
    key: job.key,
    payload: JSON.stringify(job.payload),
    progress: null,
    state: 'waiting',
    attempts: 0,
    due_at: job.dueAt,
    lease_token: null,
    lease_until: 0,
    last_error: null,
    created_at: at,
    updated_at: at,
  };
}

export function parseJob(row: JobRow, token: string): Job {
  const takenOver = row.lease_token !== null;
  return {
    id: row.id,
    teamId: row.team_id,
    kind: row.kind,
    ...parseContents(row),
    attempts: row.attempts + (takenOver ? 1 : 0),
    lastError: row.last_error,
    token,
    takenOver,
    createdAt: row.created_at,
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
