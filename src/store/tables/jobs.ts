import { count, customer, defineTable, instant, sequence, text, word } from '../engine/table.ts';
import type { QueueName } from '../job-kinds.ts';

/**
 * Of a lane only the first job is `waiting`, the others are `queued`, and the end of one promotes the next. `planned`: for
 * later, and not in its lane before that.
 */
export type JobState = 'planned' | 'waiting' | 'queued' | 'done' | 'failed' | 'cancelled';

/** Work that outlives the request that caused it. */
export const jobs = defineTable(
  'jobs',
  {
    /** The order in which jobs were added, whatever the clocks said. */
    seq: sequence(),
    id: text('nobody'),
    /** `OF_ALL`: of no workspace. */
    teamId: text('nobody'),
    /** The queue of its kind. */
    queue: word<QueueName>(),
    kind: text('nobody'),
    /** Identifies the job, however often and by whichever process it is added. */
    key: text('nobody'),
    lane: text('nobody').nullable(),
    linkId: text('nobody').nullable().refersTo('links.id'),
    /** What to do, as JSON; never changes. */
    payload: text(customer('with-row')),
    progress: text(customer('with-row')).nullable(),
    state: word<JobState>(),
    attempts: count(),
    /** Not before this instant. While a process works on it, the end of its lease: then another may take it over. */
    dueAt: instant(),
    /** It was asked for again while a process worked on it, and is due at this instant once that has ended. */
    againAt: instant().nullable(),
    /** The claim of the process that works on it. */
    leaseToken: text('nobody').nullable(),
    lastError: text('nobody').nullable(),
    /** When it first failed for a reason that nobody knows. */
    unclearSince: instant().nullable(),
    /** When its tries ran out; null: they have not, or it failed for a reason of its own. */
    givenUpAt: instant().nullable(),
    createdAt: instant(),
    updatedAt: instant(),
  },
  {
    key: ['seq'],
    indexes: {
      by_id: { on: ['id'], isUnique: true },
      by_key: { on: ['key'], isUnique: true },
      by_due: {
        on: ['queue', 'dueAt', 'seq', 'teamId', 'kind'],
        where: "state in ('waiting', 'planned')",
      },
      by_kind: { on: ['state', 'kind'] },
      by_lane: { on: ['lane', 'state', 'seq'], where: 'lane is not null' },
      by_link: { on: ['linkId', 'kind'] },
      ended: { on: ['lane', 'updatedAt'], where: "state = 'done'" },
      given_up: { on: ['givenUpAt'], where: 'given_up_at is not null' },
    },
    fate: {
      of: 'workspace',
      whenOld: { afterDays: 30, since: 'updatedAt', along: 'id' },
      whenForgotten: 'deleted',
      whenRemoved: 'deleted',
    },
  },
);
