import type { StoreDatabase } from './engine/database.ts';
import { FINISHED } from './link-states.ts';

export interface PruneRequest {
  /** Delete what ended before this instant, in milliseconds since the epoch. */
  before: number;
  /** Continue after this id; null: from the start. */
  after: string | null;
  /** How many rows to look at in one transaction. */
  limit: number;
}

export interface Pruned {
  deleted: number;
  /** Continue after this id; null: finished. */
  next: string | null;
}

/** Deletes rows no longer needed, slice by slice along the primary key. Repeating it changes nothing more. */
export interface PruneStore {
  /**
   * Jobs that ended and whose due time has passed. Their keys go too, so a job that is added again with such a key runs
   * again: never add a key this long after its time.
   */
  jobs(ask: PruneRequest): Promise<Pruned>;
  /** Saved reports that buttons refer to, by age. */
  reports(ask: PruneRequest): Promise<Pruned>;
  /** Callbacks of links that are finished or can no longer be paid. */
  callbacks(ask: PruneRequest): Promise<Pruned>;
  /** Deletes tickets expired at `at`; returns how many. */
  tickets(at: number): Promise<number>;
  pictures(at: number): Promise<number>;
  /** Counter windows opened before this instant. */
  counterWindows(before: number): Promise<number>;
  /** Searches made before this instant. */
  searches(before: number): Promise<number>;
  /** Previews uploaded before this instant and never confirmed, with their rows; returns how many. */
  batchPreviews(before: number): Promise<number>;
}

export const createPruneStore = ({ db }: StoreDatabase): PruneStore => {
  const findSlice = async (
    table: 'jobs' | 'reports',
    { after, limit }: PruneRequest,
  ): Promise<Slice | null> => {
    const rows = db
      .selectFrom(table)
      .select('id')
      .where('id', '>', after ?? '');
    return buildSlice(await rows.orderBy('id').limit(limit).execute(), { after, limit });
  };

  return {
    jobs: async (ask) => {
      const slice = await findSlice('jobs', ask);
      if (slice === null) return NOTHING_LEFT;
      const gone = db
        .deleteFrom('jobs')
        .where('id', '>', slice.after)
        .where('id', '<=', slice.last)
        .where('state', '!=', 'waiting')
        .where('updated_at', '<', ask.before)
        // A job cancelled long before its due time may be planned again under its key until then.
        .where('due_at', '<', ask.before)
        .returning('id');
      return { deleted: await countRows(gone), next: slice.next };
    },

    reports: async (ask) => {
      const slice = await findSlice('reports', ask);
      if (slice === null) return NOTHING_LEFT;
      const gone = db
        .deleteFrom('reports')
        .where('id', '>', slice.after)
        .where('id', '<=', slice.last)
        .where('created_at', '<', ask.before)
        .returning('id');
      return { deleted: await countRows(gone), next: slice.next };
    },

    callbacks: async (ask) => {
      const rows = await db
        .selectFrom('callbacks')
        .select('link_id as id')
        .where('link_id', '>', ask.after ?? '')
        .orderBy('link_id')
        .limit(ask.limit)
        .execute();
      // The slice may cut off the last link's rows; delete all of that link's rows.
      const slice = buildSlice(rows, ask);
      if (slice === null) return NOTHING_LEFT;
      const gone = await db
        .deleteFrom('callbacks')
        .where('link_id', '>', slice.after)
        .where('link_id', '<=', slice.last)
        .where('received_at', '<', ask.before)
        // Each link by its id: nearly all links may lie between the first and the last of the slice.
        .where((row) =>
          row.exists(
            row
              .selectFrom('links')
              .select('links.id')
              .whereRef('links.id', '=', 'callbacks.link_id')
              .where('links.updated_at', '<', ask.before)
              .where('links.check_due_at', 'is', null)
              .where(({ eb, not, exists, or, selectFrom }) => {
                const asking = selectFrom('callbacks as asking')
                  .select('asking.link_id')
                  .whereRef('asking.link_id', '=', 'links.id')
                  .where('asking.check_at', 'is not', null);
                const isOver = or([
                  eb('links.state', 'in', FINISHED),
                  eb('links.expires_at', '<', ask.before),
                ]);
                return isOver.and(not(exists(asking)));
              }),
          ),
        )
        .returning('link_id')
        .execute();
      return { deleted: gone.length, next: slice.next };
    },

    tickets: (at) =>
      countRows(db.deleteFrom('tickets').where('expires_at', '<=', at).returning('token_hash')),
    pictures: (at) =>
      countRows(db.deleteFrom('pictures').where('expires_at', '<=', at).returning('token_hash')),
    counterWindows: (before) =>
      countRows(db.deleteFrom('counter_windows').where('opened_at', '<', before).returning('view_id')),
    searches: (before) =>
      countRows(db.deleteFrom('searches').where('created_at', '<', before).returning('id')),
    batchPreviews: (before) =>
      db.transaction().execute(async (trx) => {
        const gone = await trx
          .deleteFrom('batches')
          .where('state', '=', 'preview')
          .where('created_at', '<', before)
          // A monthly list's preview can be confirmed until the next one replaces it.
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('batch_lists')
                  .select('batch_lists.id')
                  .whereRef('batch_lists.preview_id', '=', 'batches.id')
                  .where('batch_lists.stopped_at', 'is', null),
              ),
            ),
          )
          .returning('id')
          .execute();
        for (const { id } of gone) await trx.deleteFrom('batch_rows').where('batch_id', '=', id).execute();
        return gone.length;
      }),
  };
};

const countRows = async (query: { execute(): Promise<unknown[]> }): Promise<number> =>
  (await query.execute()).length;

interface Slice {
  after: string;
  last: string;
  next: string | null;
}

const NOTHING_LEFT: Pruned = { deleted: 0, next: null };

function buildSlice(
  rows: readonly { id: string }[],
  { after, limit }: Pick<PruneRequest, 'after' | 'limit'>,
): Slice | null {
  const last = rows.at(-1)?.id;
  if (last === undefined) return null;
  return { after: after ?? '', last, next: rows.length < limit ? null : last };
}
