import type { StoreDatabase } from '../store/engine/database.ts';
import { hasRow } from '../store/engine/queries.ts';

/** Two missed heartbeats, and time for a slow database. */
const OTHERS_WITHIN_MS = 5 * 60_000;

export const createProcessStore = ({ db, engine }: StoreDatabase) => {
  let hasOthers = engine === 'postgres';
  return {
    /** A process of this database is alive `at` this instant, in milliseconds since the epoch. */
    note: async (id: string, at: number) => {
      await db
        .insertInto('processes')
        .values({ id, aliveAt: at })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ aliveAt: at }))
        .execute();
      if (engine === 'sqlite') return;
      const other = db.selectFrom('processes').select('id').where('id', '<>', id);
      hasOthers = await hasRow(other.where('aliveAt', '>', at - OTHERS_WITHIN_MS).limit(1));
    },

    /** Whether other processes use the database, as far as this one has noted. */
    hasOthers: () => hasOthers,

    /** How many processes were alive at this instant or since. */
    countSince: async (since: number): Promise<number> =>
      (await db.selectFrom('processes').select('id').where('aliveAt', '>=', since).execute()).length,

    /** Those that were last alive before this instant. */
    forget: async (before: number) => {
      await db.deleteFrom('processes').where('aliveAt', '<', before).execute();
    },
  };
};

export type ProcessStore = ReturnType<typeof createProcessStore>;
