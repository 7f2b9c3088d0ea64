import type { StoreDatabase } from '../../store/engine/database.ts';
import type { Row } from '../../store/engine/table.ts';
import { counterWindows } from '../../store/tables/links.ts';

export type CounterWindow = Row<typeof counterWindows>;

export const createCounterWindowStore = ({ db }: StoreDatabase) => ({
  /** Adds a window, or writes what it shows now. */
  save: async (window: CounterWindow) => {
    const { linkId, hash, openedAt } = window;
    await db
      .insertInto('counterWindows')
      .values(counterWindows.write(window))
      .onConflict((conflict) => conflict.column('viewId').doUpdateSet({ linkId, hash, openedAt }))
      .execute();
  },

  /** Does nothing if it does not exist. */
  remove: async (teamId: string, viewId: string) => {
    await db.deleteFrom('counterWindows').where('viewId', '=', viewId).where('teamId', '=', teamId).execute();
  },

  /** Windows opened at or after this instant, oldest first, at most `limit`. */
  openedSince: (instant: number, limit: number): Promise<CounterWindow[]> =>
    db
      .selectFrom('counterWindows')
      .select(counterWindows.all)
      .where('openedAt', '>=', instant)
      .orderBy('openedAt')
      .limit(limit)
      .execute(),
});
