import type { Kysely, Transaction } from 'kysely';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { hasRow } from '../store/engine/queries.ts';
import { type Schema, WORKSPACE_TABLES } from '../store/schema.ts';

export const createRemovedWorkspaceStore = ({ db, engine }: StoreDatabase) => {
  const find = (on: Kysely<Schema>, before: number) =>
    on.selectFrom('installations').select('teamId').where('removedAt', '<', before);

  const isRemoved = (on: Kysely<Schema>, teamId: string, before: number): Promise<boolean> =>
    hasRow(find(on, before).where('teamId', '=', teamId));

  return {
    /** Team ids. */
    list: async (before: number) =>
      (await find(db, before).orderBy('teamId').execute()).map(({ teamId }) => teamId),

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
    close: async (before: number) => {
      const gone = await db
        .deleteFrom('installations')
        .where('removedAt', '<', before)
        .returning('teamId')
        .execute();
      return gone.length;
    },
  };

  /** An install at this moment either waits for this transaction or is visible to it. */
  async function holdInstallations(trx: Transaction<Schema>): Promise<void> {
    if (engine === 'postgres') await sql`lock table installations in share row exclusive mode`.execute(trx);
  }
};

/** Workspaces that removed the app before an instant, in milliseconds since the epoch. */
export type RemovedWorkspaceStore = ReturnType<typeof createRemovedWorkspaceStore>;
