import type { Kysely, RawBuilder } from 'kysely';
import { CLOCKS_DIFFER_MS } from './engine/clocks-differ.ts';
import { sql } from './engine/kysely.ts';
import type { StoreDatabase } from './engine/store-database.ts';
import type { Claimed } from './notice-store.ts';
import type { NoticeRow, Schema } from './schema.ts';

/** Slack takes one post a second in a channel (chat.postMessage). */
const LANE_GAP_MS = 1_000;
/** Kinds that only change an existing post: chat.update has a much higher rate limit. */
const KINDS_WITHOUT_GAP = ['edit', 'qr'];

export interface ClaimRequest {
  at: number;
  /** How long other processes cannot claim these notices. */
  leaseMs: number;
  limit: number;
  /** Identifies this claim; must never be reused. */
  token: string;
  /** Workspaces whose lanes to skip. */
  without?: readonly string[];
}

/**
 * The first notice of every lane that may be delivered now, at most `limit`. Two claimers never get the same notice,
 * or two notices of one lane.
 */
export const claimNotices = (
  { db, engine }: StoreDatabase,
  { at, leaseMs, limit, token, without = [] }: ClaimRequest,
): Promise<Claimed[]> =>
  db.transaction().execute(async (trx) => {
    const free = trx
      .selectFrom('notices as head')
      .innerJoin(buildHeads(trx, without).as('first'), 'first.id', 'head.id')
      .selectAll('head')
      // Check the row itself too: after waiting for its lock, PostgreSQL reads it again.
      .where('head.state', '=', 'waiting')
      .where((head) =>
        head.or([
          head('head.due_at', '<=', at),
          // Written before the clock was set back. It was meant for soon after: no notice is planned far ahead.
          head('head.updated_at', '>', at + CLOCKS_DIFFER_MS),
        ]),
      )
      .where((head) =>
        head.or([
          head('head.lease_until', '<=', at),
          head('head.lease_until', '>', at + leaseMs + CLOCKS_DIFFER_MS),
        ]),
      )
      .where((head) =>
        head.or([
          head('head.kind', 'in', KINDS_WITHOUT_GAP),
          sql<boolean>`${buildLastPost(trx, at)} is null`,
        ]),
      )
      .orderBy('head.due_at')
      .orderBy('head.created_at')
      .orderBy('head.position')
      .orderBy('head.id')
      .limit(limit);
    // Skip rows another claimer is taking. The next ones in their lanes are not first, so they are not taken either.
    const rows = await (engine === 'postgres' ? free.forUpdate('head').skipLocked() : free).execute();
    if (rows.length === 0) return [];
    await trx
      .updateTable('notices')
      .set({ lease_token: token, lease_until: at + leaseMs })
      .where(
        'id',
        'in',
        rows.map((row) => row.id),
      )
      .execute();
    return rows.map((row) => parseClaimed(row, token));
  });

/** The earliest instant when `claimNotices` may return something; null: nothing is waiting. */
export const findNextDue = async (
  { db }: StoreDatabase,
  at: number,
  without: readonly string[] = [],
): Promise<number | null> => {
  const instants = db.selectFrom(buildHeads(db, without).as('head')).select((head) => [
    sql<number>`case when lease_until > due_at then lease_until else due_at end`.as('free_at'),
    sql<number | null>`case when ${head('kind', 'not in', KINDS_WITHOUT_GAP)}
        then ${buildLastPost(db, at)} + ${sql.lit(LANE_GAP_MS)} end`.as('gap_ends'),
  ]);
  const row = await db
    .selectFrom(instants.as('instants'))
    .select(
      sql<number | null>`min(case when gap_ends > free_at then gap_ends else free_at end)`.as('next_due'),
    )
    .executeTakeFirstOrThrow();
  return row.next_due;
};

/** The oldest waiting notice of every lane, whether or not it is leased. */
function buildHeads(db: Kysely<Schema>, without: readonly string[]) {
  let queue = db
    .selectFrom('notices')
    .select(['id', 'lane', 'kind', 'due_at', 'lease_until'])
    .select(sql<number>`row_number() over (partition by lane order by created_at, position, id)`.as('place'))
    .where('state', '=', 'waiting');
  // A lane's name begins with its workspace.
  for (const teamId of without) queue = queue.where('lane', 'not like', `${teamId}:%`);
  return db.selectFrom(queue.as('queue')).selectAll().where('place', '=', 1);
}

/**
 * When the lane of `head` last posted, if less than the gap away. That may be a little after `at`, because instances'
 * clocks differ, but not far after it: a clock that was set back must not hold up the lane.
 */
function buildLastPost(db: Kysely<Schema>, at: number): RawBuilder<number | null> {
  const posts = db
    .selectFrom('notices as said')
    .select(({ fn }) => fn.max('said.updated_at').as('last'))
    .where('said.lane', '=', sql<string>`head.lane`)
    .where('said.state', '=', 'delivered')
    .where('said.updated_at', '>', at - LANE_GAP_MS)
    .where('said.updated_at', '<', at + LANE_GAP_MS)
    .where('said.kind', 'not in', KINDS_WITHOUT_GAP);
  return sql`${posts}`;
}

function parseClaimed(row: NoticeRow, token: string): Claimed {
  return {
    id: row.id,
    lane: row.lane,
    kind: row.kind,
    linkId: row.link_id,
    detail: row.detail === null ? null : JSON.parse(row.detail),
    attempts: row.attempts,
    createdAt: row.created_at,
    token,
    takenOver: row.lease_token !== null,
  };
}
