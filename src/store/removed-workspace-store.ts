import type { Kysely, Transaction } from 'kysely';
import { type StoreDatabase, sql } from './engine/database.ts';
import { hasRow } from './engine/queries.ts';
import type { Schema } from './schema.ts';

/**
 * Workspaces that removed the app, or left their organisation's install, before an instant (milliseconds since the
 * epoch), and that neither their own nor their organisation's installation has served since.
 */
export interface RemovedWorkspaceStore {
  /** Team ids. */
  list(before: number): Promise<string[]>;
  /** False: the workspace is served again, or was never removed. */
  isRemoved(teamId: string, before: number): Promise<boolean>;
  /**
   * Deletes a workspace's roles, settings, schedules, saved reports and the like; links stay. False, and nothing changed,
   * if it is served again.
   */
  forget(teamId: string, before: number): Promise<boolean>;
  /** Call after forgetting all that `list` returned: deletes the installations themselves. Returns how many. */
  close(before: number): Promise<number>;
}

export const createRemovedWorkspaceStore = ({ db, engine }: StoreDatabase): RemovedWorkspaceStore => {
  const find = (on: Kysely<Schema>, before: number) =>
    on
      .selectFrom(
        on
          .selectFrom('installations')
          .select('team_id')
          .where('team_id', '!=', '')
          .union(on.selectFrom('workspaces').select('team_id'))
          .as('known'),
      )
      .select('known.team_id as teamId')
      .where(sql<boolean>`exists ${servedBy(on)}`)
      .where(sql<boolean>`not exists ${servedBy(on).where(sql<boolean>`${isStillInstalled(before)}`)}`)
      .orderBy('known.team_id');

  const isRemoved = (on: Kysely<Schema>, teamId: string, before: number): Promise<boolean> =>
    hasRow(find(on, before).where('known.team_id', '=', teamId));

  return {
    list: async (before) => (await find(db, before).execute()).map(({ teamId }) => teamId),

    isRemoved: (teamId, before) => isRemoved(db, teamId, before),

    forget: (teamId, before) =>
      db.transaction().execute(async (trx) => {
        await holdInstallations(trx);
        if (!(await isRemoved(trx, teamId, before))) return false;
        for (const table of [
          'members',
          'settings',
          'channel_settings',
          'taught_words',
          'first_words',
          'daily_closes',
          'reports',
          'searches',
          'schedules',
          'pictures',
          'counter_windows',
          'approval_asks',
          'batch_lists',
          'hidden_steps',
          'missing_links',
          'transaction_readings',
          'forgotten_customers',
        ] as const)
          await trx.deleteFrom(table).where('team_id', '=', teamId).execute();
        return true;
      }),

    close: (before) =>
      db.transaction().execute(async (trx) => {
        await holdInstallations(trx);
        const gone = await trx
          .deleteFrom('installations')
          .where('removed_at', '<', before)
          // Keep a workspace that its organisation's install serves now: it must be known when that install is removed.
          .where((or) => or.or([or('team_id', '=', ''), or('team_id', 'in', find(trx, before))]))
          .returning('team_id')
          .execute();
        await trx.deleteFrom('workspaces').where('left_at', '<', before).execute();
        return gone.length;
      }),
  };

  /** An install at this moment either waits for this transaction or is visible to it. */
  async function holdInstallations(trx: Transaction<Schema>): Promise<void> {
    if (engine === 'postgres')
      await sql`lock table installations, workspaces in share row exclusive mode`.execute(trx);
  }
};

/** Installations that serve or served the workspace `known.team_id`. */
function servedBy(on: Kysely<Schema>) {
  return on
    .selectFrom('installations as serving')
    .select('serving.team_id')
    .where(
      sql<boolean>`(serving.team_id = known.team_id or (serving.team_id = '' and serving.enterprise_id =
        (select enterprise_id from workspaces where workspaces.team_id = known.team_id)))`,
    );
}

function isStillInstalled(before: number) {
  return sql`(serving.removed_at is null or serving.removed_at >= ${sql.lit(before)})
    and (serving.team_id <> '' or not exists
      (select left_at from workspaces where workspaces.team_id = known.team_id and left_at < ${sql.lit(before)}))`;
}
