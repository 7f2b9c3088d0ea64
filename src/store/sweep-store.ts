import { CLOCKS_DIFFER_MS } from './engine/clocks-differ.ts';
import type { StoreDatabase } from './engine/store-database.ts';

/** Turns at work that is done once for all instances. */
export interface SweepStore {
  /**
   * True for one caller at a time: the next turn is at `until`, also when this instance dies in between. A turn is
   * never planned further ahead than `longestMs`: one that is was planned before the clock was set back, and is due.
   */
  takeTurn(name: string, ask: { at: number; until: number; longestMs: number }): Promise<boolean>;
  /** The next turn comes at this instant. */
  plan(name: string, dueAt: number): Promise<void>;
  /** Null: no turn is planned. */
  nextDue(name: string, ask: { at: number; longestMs: number }): Promise<number | null>;
}

export const createSweepStore = ({ db }: StoreDatabase): SweepStore => ({
  takeTurn: async (name, { at, until, longestMs }) => {
    const taken = await db
      .insertInto('sweeps')
      .values({ name, due_at: until })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ due_at: until })
          .where((turn) =>
            turn.or([
              turn('sweeps.due_at', '<=', at),
              turn('sweeps.due_at', '>', at + longestMs + CLOCKS_DIFFER_MS),
            ]),
          ),
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

  nextDue: async (name, { at, longestMs }) => {
    const row = await db.selectFrom('sweeps').select('due_at').where('name', '=', name).executeTakeFirst();
    if (!row) return null;
    return row.due_at > at + longestMs + CLOCKS_DIFFER_MS ? at : row.due_at;
  },
});
