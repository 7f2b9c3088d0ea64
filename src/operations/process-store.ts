import type { StoreDatabase } from '../store/engine/database.ts';

export const createProcessStore = ({ db }: StoreDatabase) => ({
  /** A process of this database is alive `at` this instant, in milliseconds since the epoch. */
  note: async (id: string, at: number) => {
    await db
      .insertInto('processes')
      .values({ id, aliveAt: at })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ aliveAt: at }))
      .execute();
  },

  /** How many processes were alive at this instant or since. */
  countSince: async (since: number): Promise<number> =>
    (await db.selectFrom('processes').select('id').where('aliveAt', '>=', since).execute()).length,

  /** Those that were last alive before this instant. */
  forget: async (before: number) => {
    await db.deleteFrom('processes').where('aliveAt', '<', before).execute();
  },
});

export type ProcessStore = ReturnType<typeof createProcessStore>;
