import type { StoreDatabase } from './engine/database.ts';
import { isInList, toListParameter } from './engine/queries.ts';
import { LINK_COLUMNS, type Link, parseLink } from './link.ts';
import { type CheckChange, changeCheck, keyOfCheck, type NextCheck } from './planned-jobs.ts';

export interface LinkChecks {
  /** By id, without asking whose they are: only for ids from the store. Leaves out what is not found. */
  ofIds(ids: readonly string[]): Promise<Map<string, Link>>;
  /**
   * Plans a link's next check. False, and nothing changed: it follows one that a callback has moved since. The times are in
   * milliseconds since the epoch.
   */
  planCheck(linkId: string, change: CheckChange, at: number): Promise<boolean>;
  /** Null: none is planned. While a process makes one, the end of its lease. */
  nextCheck(linkId: string): Promise<NextCheck | null>;
  /** For the start of the only process on the database: makes all planned checks due, including a dead process's. */
  makeChecksDue(at: number): Promise<void>;
}

export const createLinkChecks = ({ db, engine }: StoreDatabase): LinkChecks => {
  return {
    ofIds: async (ids) => {
      const listed = isInList(engine, 'id', toListParameter(engine, ids));
      const rows = await db.selectFrom('links').select(LINK_COLUMNS).where(listed).execute();
      return new Map(rows.map((row) => [row.id, parseLink(row)]));
    },

    planCheck: (linkId, change, at) => changeCheck(db, linkId, change, at),

    nextCheck: async (linkId) => {
      const job = await db
        .selectFrom('jobs')
        .select(['dueAt', 'attempts'])
        .where('key', '=', keyOfCheck(linkId))
        .where('state', '=', 'waiting')
        .executeTakeFirst();
      return job === undefined ? null : { to: job.dueAt, attempts: job.attempts };
    },

    makeChecksDue: async (at) => {
      await db
        .updateTable('jobs')
        .set({ dueAt: at, leaseToken: null, updatedAt: at })
        .where('queue', '=', 'checks')
        .where('state', '=', 'waiting')
        .where('dueAt', '>', at)
        .execute();
    },
  };
};
