import type { Kysely, Transaction } from 'kysely';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { hasRow } from '../store/engine/queries.ts';
import { type Schema, WORKSPACE_TABLES } from '../store/schema.ts';

export const createRemovedWorkspaceStore = ({ db, engine }: StoreDatabase) => {
  const find = (on: Kysely<Schema>, before: number) =>
    on
      .selectFrom(
        on
          .selectFrom('installations')
          .select('teamId')
          .where('teamId', '!=', '')
          .union(on.selectFrom('workspaces').select('teamId'))
          .as('known'),
      )
      .select('known.teamId as teamId')
      .where(sql<boolean>`exists ${servedBy(on)}`)
      .where(sql<boolean>`not exists ${servedBy(on).where(sql<boolean>`${isStillInstalled(before)}`)}`)
      .orderBy('known.teamId');

  const isRemoved = (on: Kysely<Schema>, teamId: string, before: number): Promise<boolean> =>
    hasRow(find(on, before).where('known.teamId', '=', teamId));

  return {
    /** Team ids. */
    list: async (before: number) => (await find(db, before).execute()).map(({ teamId }) => teamId),

    /** False: the workspace is served again, or was never removed. */
    isRemoved: (teamId: string, before: number) => isRemoved(db, teamId, before),

    /**
     * Deletes a workspace's roles, settings, schedules and the like; links stay. False, and nothing changed,
     * if it is served again.
     */
    forget: (teamId: string, before: number) =>
      db.transaction().execute(async (trx) => {
        await holdInstallations(trx);
        if (!(await isRemoved(trx, teamId, before))) return false;
        for (const { name, fate } of WORKSPACE_TABLES)
          if (fate.whenRemoved === 'deleted')
            await trx.deleteFrom(name).where('teamId', '=', teamId).execute();
        return true;
      }),

    /** Call after forgetting all that `list` returned: deletes the installations themselves. Returns how many. */
    close: (before: number) =>
      db.transaction().execute(async (trx) => {
        await holdInstallations(trx);
        const gone = await trx
          .deleteFrom('installations')
          .where('removedAt', '<', before)
          // Keep a workspace that its organisation's install serves now: it must be known when that install is removed.
          .where((or) => or.or([or('teamId', '=', ''), or('teamId', 'in', find(trx, before))]))
          .returning('teamId')
          .execute();
        await trx.deleteFrom('workspaces').where('leftAt', '<', before).execute();
        return gone.length;
      }),
  };

  /** An install at this moment either waits for this transaction or is visible to it. */
  async function holdInstallations(trx: Transaction<Schema>): Promise<void> {
    if (engine === 'postgres')
      await sql`lock table installations, workspaces in share row exclusive mode`.execute(trx);
  }
};

/**
 * Workspaces that removed the app, or left their organisation's install, before an instant (milliseconds since the
 * epoch), and that neither their own nor their organisation's installation has served since.
 */
export type RemovedWorkspaceStore = ReturnType<typeof createRemovedWorkspaceStore>;

/** Installations that serve or served the workspace `known.teamId`. */
function servedBy(on: Kysely<Schema>) {
  return on
    .selectFrom('installations as serving')
    .select('serving.teamId')
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
