import type { Kysely, RawBuilder } from 'kysely';
import { z } from 'zod';
import { sql } from './engine/database.ts';
import { dueIn, nowIn } from './engine/now.ts';
import { noteWritten } from './engine/written.ts';
import { NOT_ENDED } from './job.ts';
import { QUEUE_OF } from './job-kinds.ts';
import type { Schema } from './schema.ts';

/** Of the one job that checks a link, in no lane. */
export const keyOfCheck = (linkId: string): string => `check:${linkId}`;

export const plannedPayloadSchema = z.object({ linkId: z.string() });

const cancelCheck = async (trx: Kysely<Schema>, linkId: string, at: number): Promise<void> => {
  await trx
    .updateTable('jobs')
    .set({ state: 'cancelled', leaseToken: null, updatedAt: at })
    .where('key', '=', keyOfCheck(linkId))
    .where('state', 'in', NOT_ENDED)
    .execute();
};

/** `to`: when a link is checked; null: not again. `attempts`: how often it was before, without news. */
export interface NextCheck {
  to: number | null;
  attempts: number;
}

export interface CheckChange extends NextCheck {
  /**
   * The check that it replaces, still planned for so long after it was written: one that was planned since stays.
   * `any`: whichever there is. Leave out to plan one at the latest for `to`: if a process makes one, another one after that.
   */
  after?: { inMs: number } | 'any';
}

interface Plan {
  dueAt: number;
  /** Null: as they are. */
  attempts: number | null;
  at: number;
  /** Even if a check is planned sooner. */
  isLater?: boolean;
}

/**
 * The statement that plans a check of each of these links. Takes a check that is under way from its process, which then cannot
 * end it. `which`: a condition on `links`.
 */
export const buildPlanChecks = (
  on: Kysely<Schema>,
  which: RawBuilder<boolean>,
  { dueAt, attempts, at, isLater = false }: Plan,
): RawBuilder<unknown> => {
  const isSooner = isLater
    ? sql`false`
    : sql`jobs.state = 'waiting' and jobs.lease_token is null and jobs.due_at < excluded.due_at`;
  return sql`
    insert into jobs (id, key, team_id, queue, kind, payload, state, attempts, due_at, created_at, updated_at)
    select 'check:' || links.id, 'check:' || links.id, links.team_id, ${sql.lit(QUEUE_OF.check)}, 'check',
      '{"linkId":"' || links.id || '"}', 'waiting', cast(${attempts ?? 0} as integer), ${dueIn(on, dueAt, at)},
      cast(${at} as bigint), ${nowIn(on, at)}
    from links where ${which}
    on conflict (key) do update set state = 'waiting', lease_token = null, updated_at = excluded.updated_at,
      due_at = case when ${isSooner} then jobs.due_at else excluded.due_at end,
      attempts = ${attempts === null ? sql`jobs.attempts` : sql`excluded.attempts`}`;
};

export const planChecks = async (
  on: Kysely<Schema>,
  which: RawBuilder<boolean>,
  plan: Plan,
): Promise<void> => {
  await buildPlanChecks(on, which, plan).execute(on);
  noteWritten(on, { queue: QUEUE_OF.check, dueAt: plan.dueAt });
};

export const isLink = (id: string): RawBuilder<boolean> => sql<boolean>`links.id = ${id}`;

/** False, and nothing changed: another check was planned since. */
export const changeCheck = async (
  on: Kysely<Schema>,
  linkId: string,
  { to, attempts, after }: CheckChange,
  at: number,
): Promise<boolean> => {
  if (after === undefined || after === 'any') {
    if (to !== null)
      await planChecks(on, isLink(linkId), { dueAt: to, attempts, at, isLater: after === 'any' });
    else await cancelCheck(on, linkId, at);
    return true;
  }
  const ended = await on
    .updateTable('jobs')
    .set({
      ...(to === null ? { state: 'done' as const } : { dueAt: dueIn(on, to, at) }),
      ...{ attempts, leaseToken: null, updatedAt: at },
    })
    .where('key', '=', keyOfCheck(linkId))
    .where('state', '=', 'waiting')
    .where('leaseToken', 'is', null)
    .where(sql<boolean>`due_at - updated_at = ${after.inMs}`)
    .returning('id')
    .executeTakeFirst();
  if (ended !== undefined && to !== null) noteWritten(on, { queue: QUEUE_OF.check, dueAt: to });
  return ended !== undefined;
};

/** Whether no check of the link with this id, a column, is planned or under way. */
export const hasNoCheck = (linkId: string): RawBuilder<boolean> =>
  sql<boolean>`not exists (
    select 1 from jobs as planned where planned.key = 'check:' || ${sql.ref(linkId)} and planned.state = 'waiting')`;
