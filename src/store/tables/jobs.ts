import { count, customer, defineTable, instant, text, word } from '../engine/table.ts';

export type JobState = 'waiting' | 'done' | 'failed' | 'cancelled';

/** Work that outlives the request that caused it. */
export const jobs = defineTable(
  'jobs',
  {
    id: text('nobody'),
    teamId: text('nobody'),
    kind: text('nobody'),
    /** Identifies the job, however often and by whichever process it is added. */
    key: text('nobody'),
    lane: text('nobody').nullable(),
    /** Its position among the jobs of its lane written in the same transaction. */
    position: count().byDefault(0),
    linkId: text('nobody').nullable().refersTo('links.id'),
    /** What to do, as JSON; never changes. */
    payload: text(customer('with-row')),
    progress: text(customer('with-row')).nullable(),
    state: word<JobState>(),
    attempts: count(),
    dueAt: instant(),
    /** The process working on it; another may take it over after `leaseUntil`. */
    leaseToken: text('nobody').nullable(),
    leaseUntil: instant(),
    lastError: text('nobody').nullable(),
    /** When it first failed for a reason that nobody knows. */
    unclearSince: instant().nullable(),
    /** When its tries ran out; null: they have not, or it failed for a reason of its own. */
    givenUpAt: instant().nullable(),
    /** In a lane, its place, which may differ from when it was written. */
    createdAt: instant(),
    updatedAt: instant(),
  },
  {
    key: ['id'],
    indexes: {
      by_key: { on: ['key'], isUnique: true },
      by_kind: { on: ['state', 'kind', 'dueAt'] },
      by_lane: { on: ['lane', 'state', 'createdAt', 'position', 'id'] },
      by_link: { on: ['linkId', 'kind'] },
      given_up: { on: ['givenUpAt'], where: 'given_up_at is not null' },
      of_lane: { on: ['lane', 'state', 'updatedAt'] },
    },
    fate: { of: 'workspace', whenOld: 'deleted', whenForgotten: 'deleted', whenRemoved: 'kept' },
  },
);

/** Recurring work, done once for all instances: the instance that moves `dueAt` gets the turn. */
export const sweeps = defineTable(
  'sweeps',
  {
    name: text('nobody'),
    dueAt: instant(),
  },
  {
    key: ['name'],
    fate: { of: 'database', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'kept' },
  },
);
