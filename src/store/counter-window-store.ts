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

export interface CounterWindowStore {
  /** Adds a window, or updates its link and version. */
  save(window: CounterWindow): Promise<void>;
  /** Does nothing if it does not exist. */
  remove(teamId: string, viewId: string): Promise<void>;
  /** Windows opened at or after this instant, oldest first, at most `limit`. */
  openedSince(instant: number, limit: number): Promise<CounterWindow[]>;
}

export const createCounterWindowStore = ({ db }: StoreDatabase): CounterWindowStore => ({
  save: async ({ viewId, teamId, linkId, hash, openedAt }) => {
    await db
      .insertInto('counter_windows')
      .values({ view_id: viewId, team_id: teamId, link_id: linkId, hash, opened_at: openedAt })
      .onConflict((conflict) => conflict.column('view_id').doUpdateSet({ hash, link_id: linkId }))
      .execute();
  },

  remove: async (teamId, viewId) => {
    await db
      .deleteFrom('counter_windows')
      .where('view_id', '=', viewId)
      .where('team_id', '=', teamId)
      .execute();
  },

  openedSince: (instant, limit) =>
    db
      .selectFrom('counter_windows')
      .select([
        'view_id as viewId',
        'team_id as teamId',
        'link_id as linkId',
        'hash',
        'opened_at as openedAt',
      ])
      .where('opened_at', '>=', instant)
      .orderBy('opened_at')
      .limit(limit)
      .execute(),
});
