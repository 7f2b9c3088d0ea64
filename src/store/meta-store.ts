import type { StoreDatabase } from './engine/database.ts';
import { findOne } from './engine/queries.ts';

export const createMetaStore = ({ db }: StoreDatabase) => {
  const read = (name: string): Promise<string | null> =>
    findOne(db.selectFrom('meta').select('value').where('name', '=', name), (row) => row.value);

  return {
    /** Null: never written. */
    read,

    write: async (name: string, value: string) => {
      await db
        .insertInto('meta')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },

    /** Writes the value if there is none, also when several processes try at once. Returns the one that stands. */
    claim: async (name: string, value: string) => {
      await db
        .insertInto('meta')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return (await read(name)) ?? value;
    },
  };
};

/** Values of the database as a whole, by name: what the first start decided, and what every process must agree on. */
export type MetaStore = ReturnType<typeof createMetaStore>;
