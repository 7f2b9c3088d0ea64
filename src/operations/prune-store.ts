import type { StoreDatabase } from '../store/engine/database.ts';
import { isOnPage, type PageAsk, readPage } from '../store/engine/paging.ts';
import { NOT_ENDED } from '../store/job.ts';
import { FINISHED } from '../store/link-states.ts';
import { hasNoCheck } from '../store/planned-jobs.ts';

export interface PruneRequest extends PageAsk {
  /** Delete what ended before this instant, in milliseconds since the epoch. */
  before: number;
}

export interface Pruned {
  deleted: number;
  /** Continue after this id; null: finished. */
  next: string | null;
}

export const createPruneStore = ({ db }: StoreDatabase) => {
  return {
    /**
     * Jobs that ended and whose due time has passed. Their keys go too, so a job that is added again with such a key runs
     * again: never add a key this long after its time.
     */
    jobs: async (ask: PruneRequest) => {
      const { keys, next } = await readPage(db.selectFrom('jobs').select('id'), 'id', ask);
      if (keys === null) return NOTHING_LEFT;
      const gone = db
        .deleteFrom('jobs')
        .where(isOnPage('id', keys))
        .where('state', 'not in', NOT_ENDED)
        .where('updatedAt', '<', ask.before)
        // A job cancelled long before its due time may be planned again under its key until then.
        .where('dueAt', '<', ask.before)
        .returning('id');
      return { deleted: await countRows(gone), next };
    },

    /** Callbacks of links that are finished or can no longer be paid. */
    callbacks: async (ask: PruneRequest) => {
      // The page may cut off the last link's rows; delete all of that link's rows.
      const { keys, next } = await readPage(db.selectFrom('callbacks').select('linkId'), 'linkId', ask);
      if (keys === null) return NOTHING_LEFT;
      const gone = await db
        .deleteFrom('callbacks')
        .where(isOnPage('linkId', keys))
        .where('receivedAt', '<', ask.before)
        // Each link by its id: nearly all links may lie between the first and the last of the slice.
        .where((row) =>
          row.exists(
            row
              .selectFrom('links')
              .select('links.id')
              .whereRef('links.id', '=', 'callbacks.linkId')
              .where('links.updatedAt', '<', ask.before)
              .where((or) =>
                or.or([or('links.state', 'in', FINISHED), or('links.expiresAt', '<', ask.before)]),
              )
              .where(hasNoCheck('links.id')),
          ),
        )
        .returning('linkId')
        .execute();
      return { deleted: gone.length, next };
    },

    /** Deletes tickets expired at `at`; returns how many. */
    tickets: (at: number) =>
      countRows(db.deleteFrom('tickets').where('expiresAt', '<=', at).returning('tokenHash')),
    pictures: (at: number) =>
      countRows(db.deleteFrom('pictures').where('expiresAt', '<=', at).returning('tokenHash')),
    /** Counter windows opened before this instant. */
    counterWindows: (before: number) =>
      countRows(db.deleteFrom('counterWindows').where('openedAt', '<', before).returning('viewId')),
    /** Previews uploaded before this instant and never confirmed, with their rows; returns how many. */
    batchPreviews: (before: number) =>
      db.transaction().execute(async (trx) => {
        const gone = await trx
          .deleteFrom('batches')
          .where('state', '=', 'preview')
          .where('createdAt', '<', before)
          .returning('id')
          .execute();
        for (const { id } of gone) await trx.deleteFrom('batchRows').where('batchId', '=', id).execute();
        return gone.length;
      }),
  };
};

/** Deletes rows no longer needed, slice by slice along the primary key. Repeating it changes nothing more. */
export type PruneStore = ReturnType<typeof createPruneStore>;

const countRows = async (query: { execute(): Promise<unknown[]> }): Promise<number> =>
  (await query.execute()).length;

const NOTHING_LEFT: Pruned = { deleted: 0, next: null };
