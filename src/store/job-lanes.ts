import type { Kysely, RawBuilder } from 'kysely';
import { PostgresAdapter, sql } from './engine/database.ts';
import { nowIn } from './engine/now.ts';
import { selectListed, toListParameter } from './engine/queries.ts';
import { noteWritten } from './engine/written.ts';
import type { QueueName } from './job-kinds.ts';
import type { Schema } from './schema.ts';

const PAUSE_MS = 1_000;

/** Where the jobs about one link wait after they left their lane, so that they hold up no other link; null: never. */
export const ownLaneOf = ({
  lane,
  linkId,
}: {
  lane?: string | null;
  linkId?: string | null;
}): string | null => (lane == null || linkId == null || lane.endsWith(linkId) ? null : `${lane}/${linkId}`);

/**
 * Locks lanes until this transaction ends: who adds to a lane and who ends its first job must see each other's work. Not
 * needed on the embedded database: it runs transactions one by one.
 */
export const lockLanes = async (on: Kysely<Schema>, lanes: readonly string[]): Promise<void> => {
  if (lanes.length === 0 || engineOf(on) === 'sqlite') return;
  // Always in this order, which prevents deadlocks.
  const sorted = [...new Set(lanes)].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended(lane, 0)) from unnest(${sorted}::text[]) as listed(lane)`.execute(
    on,
  );
};

/**
 * When the pause after the last post of the lane of a row of `jobs` ends; null: it is over. Slack takes one post a second in a channel
 * (chat.postMessage). Edits have a much higher limit (chat.update), and no lane.
 */
export const pauseEnd = (now: RawBuilder<number>) => {
  const notices: QueueName = 'notices';
  // A post from before the clock was set back does not count.
  return sql<number | null>`(
      select max(said.updated_at) + ${sql.lit(PAUSE_MS)} from jobs as said
      where said.lane = jobs.lane and said.state = 'done'
        and said.updated_at > ${now} - ${PAUSE_MS} and said.updated_at <= ${now} + ${PAUSE_MS}
        and jobs.queue = ${notices}
    )`;
};

/**
 * Lets the next job of each of these lanes begin, unless another one of the lane waits: the one with the lowest sequence number,
 * a second after the lane's last post if it posts, too. Lock the lanes before.
 */
export const promote = async (on: Kysely<Schema>, lanes: readonly string[], at: number): Promise<void> => {
  if (lanes.length === 0) return;
  const engine = engineOf(on);
  const now = nowIn(on, at);
  const these = selectListed(engine, toListParameter(engine, [...new Set(lanes)]));
  const begun = await sql<{ queue: QueueName; inMs: number }>`
    update jobs set state = 'waiting', updated_at = ${now}, due_at = coalesce(${pauseEnd(now)}, ${now})
    where seq in (
      select (select min(seq) from (
        select min(seq) as seq from jobs where lane = these.value and state = 'queued'
        union all
        select min(seq) from jobs where lane = these.value and state = 'planned' and due_at <= ${now}
      ) as next) from (${these}) as these
    ) and not exists (select 1 from jobs as first where first.lane = jobs.lane and first.state = 'waiting')
    returning queue, due_at - ${now} as in_ms`.execute(on);
  for (const { queue, inMs } of begun.rows) noteWritten(on, { queue, dueAt: at + inMs });
};

export const engineOf = (on: Kysely<Schema>) =>
  on.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
