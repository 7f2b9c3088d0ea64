import type { StoreDatabase } from './store-database.ts';

/** Turns at work that is done once for all instances. */
export interface SweepStore {
  /** True for one caller at a time: the next turn is at `until`, also when this instance dies in between. */
  takeTurn(name: string, ask: { at: number; until: number }): Promise<boolean>;
  /** The next turn comes at this instant. */
  plan(name: string, dueAt: number): Promise<void>;
  nextDue(name: string): Promise<number | null>;
}

export const createSweepStore = ({ db }: StoreDatabase): SweepStore => ({
  takeTurn: async (name, { at, until }) => {
    const taken = await db
      .insertInto('sweeps')
      .values({ name, due_at: until })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet({ due_at: until }).where('sweeps.due_at', '<=', at),
      )
      .returning('name')
      .executeTakeFirst();
    return taken !== undefined;
  },

  plan: async (name, dueAt) => {
    await db
      .insertInto('sweeps')
      .values({ name, due_at: dueAt })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ due_at: dueAt }))
      .execute();
  },

  nextDue: async (name) => {
    const row = await db.selectFrom('sweeps').select('due_at').where('name', '=', name).executeTakeFirst();
    return row?.due_at ?? null;
  },
});
