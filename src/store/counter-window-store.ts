import type { StoreDatabase } from './engine/database.ts';

/** An open window with a link's QR code. */
export interface CounterWindow {
  /** Slack's id of the view. */
  viewId: string;
  teamId: string;
  linkId: string;
  /** Slack's version of what it shows; null when Slack gave none. */
  hash: string | null;
  /** In epoch milliseconds. */
  openedAt: number;
}

export const createCounterWindowStore = ({ db }: StoreDatabase) => ({
  /** Adds a window, or updates its link and version. */
  save: async ({ viewId, teamId, linkId, hash, openedAt }: CounterWindow) => {
    await db
      .insertInto('counterWindows')
      .values({ viewId: viewId, teamId: teamId, linkId: linkId, hash, openedAt: openedAt })
      .onConflict((conflict) => conflict.column('viewId').doUpdateSet({ hash, linkId: linkId }))
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
      .select(['viewId as viewId', 'teamId as teamId', 'linkId as linkId', 'hash', 'openedAt as openedAt'])
      .where('openedAt', '>=', instant)
      .orderBy('openedAt')
      .limit(limit)
      .execute(),
});

export type CounterWindowStore = ReturnType<typeof createCounterWindowStore>;
