import type { StoreDatabase } from './engine/database.ts';
import { findOne } from './engine/queries.ts';

/** Values of the database as a whole, by name: what the first start decided, and what every process must agree on. */
export interface MetaStore {
  /** Null: never written. */
  read(name: string): Promise<string | null>;
  write(name: string, value: string): Promise<void>;
  /** Writes the value if there is none, also when several processes try at once. Returns the one that stands. */
  claim(name: string, value: string): Promise<string>;
}

export const createMetaStore = ({ db }: StoreDatabase): MetaStore => {
  const read = (name: string): Promise<string | null> =>
    findOne(db.selectFrom('meta').select('value').where('name', '=', name), (row) => row.value);

  return {
    read,

    write: async (name, value) => {
      await db
        .insertInto('meta')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },

    claim: async (name, value) => {
      await db
        .insertInto('meta')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return (await read(name)) ?? value;
    },
  };
};
