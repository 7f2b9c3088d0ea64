import type { StoreDatabase } from './engine/database.ts';
import { hasRow, MAX_CLOCK_SKEW_MS } from './engine/queries.ts';

/** Recurring work that one instance does for all. */
export interface SweepStore {
  /**
   * True for one caller at a time. The next turn is at `until`, even if this instance dies meanwhile. Turns are never
   * planned further ahead than `maxAheadMs`; one that is dates from before the clock was set back, so it is due.
   */
  takeTurn(name: string, ask: { at: number; until: number; maxAheadMs: number }): Promise<boolean>;
  plan(name: string, dueAt: number): Promise<void>;
  /** Null: no turn planned. */
  nextDue(name: string, ask: { at: number; maxAheadMs: number }): Promise<number | null>;
  /** A process of this database is alive `at` this instant. Forgets those that were last alive before `forgetBefore`. */
  noteProcess(id: string, ask: { at: number; forgetBefore: number }): Promise<void>;
  /** How many processes were alive since then. */
  processesSince(since: number): Promise<number>;
}

/** The names of processes lie between these. */
const PROCESSES = ['process:', 'process;'] as const;

export const createSweepStore = ({ db }: StoreDatabase): SweepStore => {
  const byName = ({ name }: { name: string }) =>
    db.selectFrom('sweeps').select('dueAt').where('name', '=', name).execute();
  const processes = ([from, to] = PROCESSES) =>
    db.selectFrom('sweeps').where('name', '>=', from).where('name', '<', to);
  const plan: SweepStore['plan'] = async (name, dueAt) => {
    await db
      .insertInto('sweeps')
      .values({ name, dueAt })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ dueAt }))
      .execute();
  };
  return {
    takeTurn: (name, { at, until, maxAheadMs }) =>
      hasRow(
        db
          .insertInto('sweeps')
          .values({ name, dueAt: until })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ dueAt: until })
              .where((turn) =>
                turn.or([
                  turn('sweeps.dueAt', '<=', at),
                  turn('sweeps.dueAt', '>', at + maxAheadMs + MAX_CLOCK_SKEW_MS),
                ]),
              ),
          )
          .returning('name'),
      ),

    plan,

    noteProcess: async (id, { at, forgetBefore }) => {
      await plan(`${PROCESSES[0]}${id}`, at);
      const gone = (await processes().select('name').where('dueAt', '<', forgetBefore).execute()).map(
        ({ name }) => name,
      );
      if (gone.length > 0) await db.deleteFrom('sweeps').where('name', 'in', gone).execute();
    },

    processesSince: async (since) =>
      (await processes().select('name').where('dueAt', '>=', since).execute()).length,

    nextDue: async (name, { at, maxAheadMs }) => {
      const [row] = await byName({ name });
      if (!row) return null;
      return row.dueAt > at + maxAheadMs + MAX_CLOCK_SKEW_MS ? at : row.dueAt;
    },
  };
};
