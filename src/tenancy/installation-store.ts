import { type AuditEntry, insertAuditEntry } from '../store/audit-store.ts';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { findAll, findOne, hasRow } from '../store/engine/queries.ts';
import type { Stored } from '../store/schema.ts';
import { installations } from '../store/tables/workspaces.ts';
import { beginAnew } from './install/begin-anew-store.ts';

const readInstallation = (row: Stored<'installations'>) => {
  const { since: _, removedAt: __, botToken, ...installation } = installations.read(row);
  if (botToken === null) throw new Error('An installation has no token.');
  return { ...installation, botToken };
};

/** The app in a workspace. Secrets are sealed: the store has no keys. */
export type StoredInstallation = ReturnType<typeof readInstallation>;

export type NewStoredInstallation = Omit<StoredInstallation, 'credentials' | 'version'>;

export const createInstallationStore = ({ db }: StoreDatabase) => {
  const present = () =>
    db
      .selectFrom('installations')
      .select(installations.all)
      .where('removedAt', 'is', null)
      .where('botToken', 'is not', null);

  const update = (teamId: string) =>
    db
      .updateTable('installations')
      .where('teamId', '=', teamId)
      .where('removedAt', 'is', null)
      .returning('teamId');

  return {
    /**
     * A reinstall replaces token, scopes and installer, and keeps existing credentials. Returns the time of the first
     * install since any removal.
     */
    save: async (installation: NewStoredInstallation) => {
      const { installedAt } = installation;
      const row = installations.write(installation);
      const { teamId: _, ...set } = row;
      const { since } = await db
        .insertInto('installations')
        .values({ ...row, since: installedAt, version: installedAt })
        .onConflict((conflict) =>
          conflict.column('teamId').doUpdateSet({
            ...set,
            since: sql<number>`case when installations.removed_at is null then installations.since else ${installedAt} end`,
            version: later(installedAt),
            removedAt: null,
          }),
        )
        .returning('since')
        .executeTakeFirstOrThrow();
      return since;
    },

    /**
     * After a removal: whoever was no admin before finds nothing of before. Its rows move to a name of their own, under which
     * retention erases them. False: there is nothing to begin anew, or `by` was an admin.
     */
    beginAnew: (teamId: string, act: { by: string; at: number }) =>
      db.transaction().execute((trx) => beginAnew(trx, teamId, act)),

    /** Null also after a removal. */
    find: (teamId: string) => findOne(present().where('teamId', '=', teamId), readInstallation),

    all: () => findAll(present().orderBy('installedAt'), readInstallation),

    /** Ids of workspaces with credentials. */
    connectedTeams: () =>
      findAll(
        present().where('credentials', 'is not', null).orderBy('teamId'),
        (row: Stored<'installations'>) => row.teamId,
      ),

    /** False: the installation no longer exists. */
    setCredentials: (teamId: string, sealed: string, at: number) =>
      hasRow(update(teamId).set({ credentials: sealed, version: later(at) })),

    /** The same secrets, resealed. False, and nothing changed, if the installation changed since `ifVersion`. */
    replaceSealed: (
      teamId: string,
      { botToken, credentials }: Pick<StoredInstallation, 'botToken' | 'credentials'>,
      ifVersion: number,
    ) => hasRow(update(teamId).set({ botToken, credentials }).where('version', '=', ifVersion)),

    /**
     * Deletes token and credentials if installed no later than `installedUntil`, saved together with `entry`; times in epoch
     * milliseconds. False: nothing was installed, or it was reinstalled later.
     */
    remove: (
      teamId: string,
      { at, installedUntil }: { at: number; installedUntil: number },
      entry?: AuditEntry,
    ) =>
      db.transaction().execute(async (trx) => {
        const isRemoved = await hasRow(
          trx
            .updateTable('installations')
            .set({ botToken: null, credentials: null, removedAt: at, version: later(at) })
            .where('teamId', '=', teamId)
            .where('removedAt', 'is', null)
            .where('installedAt', '<=', installedUntil)
            .returning('teamId'),
        );
        if (isRemoved && entry) await insertAuditEntry(trx, entry);
        return isRemoved;
      }),
  };
};

export type InstallationStore = ReturnType<typeof createInstallationStore>;

/** Always a new value, even for two changes in one millisecond or after the clock goes back. */
function later(at: number) {
  return sql<number>`case when installations.version >= ${at} then installations.version + 1 else ${at} end`;
}
