import type { Transaction } from 'kysely';
import { type AuditEntry, insertAuditEntry } from '../store/audit-store.ts';
import { type StoreDatabase, sql } from '../store/engine/database.ts';
import { findAll, hasRow } from '../store/engine/queries.ts';
import type { Row } from '../store/engine/table.ts';
import type { Schema, Stored } from '../store/schema.ts';
import { installations } from '../store/tables/workspaces.ts';
import { beginAnew } from './install/begin-anew-store.ts';

export type InstallationPlace = Pick<Row<typeof installations>, 'enterpriseId' | 'teamId'>;

const readInstallation = (row: Stored<'installations'>) => {
  const { since: _, removedAt: __, botToken, ...installation } = installations.read(row);
  if (botToken === null) throw new Error('An installation has no token.');
  return { ...installation, botToken };
};

/** The app in a workspace or an organisation. Secrets are sealed: the store has no keys. */
export type StoredInstallation = ReturnType<typeof readInstallation>;

export type NewStoredInstallation = Omit<StoredInstallation, 'credentials' | 'version'>;

export const createInstallationStore = ({ db }: StoreDatabase) => {
  const present = () =>
    db
      .selectFrom('installations')
      .select(installations.all)
      .where('removedAt', 'is', null)
      .where('botToken', 'is not', null);

  const updateAt = ({ enterpriseId, teamId }: InstallationPlace) =>
    db
      .updateTable('installations')
      .where('enterpriseId', '=', enterpriseId)
      .where('teamId', '=', teamId)
      .where('removedAt', 'is', null)
      .returning('teamId');

  /** Saves a removal and its audit entry together. False: the query changed nothing. */
  const removeWith = (
    entry: AuditEntry | undefined,
    queryOn: (trx: Transaction<Schema>) => Parameters<typeof hasRow>[0],
  ): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const isRemoved = await hasRow(queryOn(trx));
      if (isRemoved && entry) await insertAuditEntry(trx, entry);
      return isRemoved;
    });

  const newest = (query: ReturnType<typeof present>) => query.orderBy('installedAt', 'desc').limit(1);
  // Every request from Slack runs one of these.
  const findTeam = ({ teamId }: { teamId: string }) =>
    // A workspace keeps its id when it joins an organisation, so match by that alone.
    newest(present().where('teamId', '=', teamId)).execute();
  const findOrganisation = ({ enterpriseId }: { enterpriseId: string }) =>
    newest(present().where('teamId', '=', '').where('enterpriseId', '=', enterpriseId)).execute();
  const findServing = ({ teamId }: { teamId: string }) =>
    newest(
      present()
        .where((where) =>
          where.or([
            where('teamId', '=', teamId),
            where.and([
              where('teamId', '=', ''),
              where(
                'enterpriseId',
                '=',
                where
                  .selectFrom('workspaces')
                  .select('workspaces.enterpriseId')
                  .where('workspaces.teamId', '=', teamId)
                  .where('workspaces.leftAt', 'is', null),
              ),
            ]),
          ]),
        )
        .orderBy(sql`case when team_id = '' then 1 else 0 end`),
    ).execute();

  return {
    /**
     * A reinstall replaces token, scopes and installer, and keeps existing credentials. Returns the time of the first
     * install since any removal.
     */
    save: async (installation: NewStoredInstallation) => {
      const { installedAt } = installation;
      const row = installations.write(installation);
      const { enterpriseId: _, teamId: __, ...set } = row;
      const { since } = await db
        .insertInto('installations')
        .values({ ...row, since: installedAt, version: installedAt })
        .onConflict((conflict) =>
          conflict.columns(['enterpriseId', 'teamId']).doUpdateSet({
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
    beginAnew: (place: InstallationPlace, act: { by: string; at: number }) =>
      db.transaction().execute((trx) => beginAnew(trx, place, act)),

    /** Null also after a removal. Finds a workspace's install whichever organisation it was installed under. */
    find: async (place: InstallationPlace) => {
      const [row] = await (place.teamId === '' ? findOrganisation(place) : findTeam(place));
      return row ? readInstallation(row) : null;
    },

    /** The workspace's own install, or else that of the organisation it is known to belong to. */
    ofTeam: async (teamId: string) => {
      if (teamId === '') return null;
      const [row] = await findServing({ teamId });
      return row ? readInstallation(row) : null;
    },

    all: () => findAll(present().orderBy('installedAt'), readInstallation),

    /** Ids of workspaces with credentials, their own or their organisation's. */
    connectedTeams: async () => {
      const own = await present()
        .clearSelect()
        .select('teamId')
        .where('credentials', 'is not', null)
        .where('teamId', '!=', '')
        .execute();
      const served = await db
        .selectFrom('workspaces')
        .innerJoin('installations', (join) =>
          join
            .onRef('installations.enterpriseId', '=', 'workspaces.enterpriseId')
            .on('installations.teamId', '=', ''),
        )
        .select('workspaces.teamId')
        .where('workspaces.leftAt', 'is', null)
        .where('installations.removedAt', 'is', null)
        .where('installations.credentials', 'is not', null)
        .execute();
      return [...new Set([...own, ...served].map((row) => row.teamId))].sort();
    },

    /**
     * The organisation's install serves this workspace from `at`, in epoch milliseconds. Changes nothing if it already
     * does, or if the workspace left after `at`. False: it left.
     */
    joinTeam: ({ teamId, enterpriseId }: InstallationPlace, at: number) =>
      hasRow(
        db
          .insertInto('workspaces')
          .values({ teamId, enterpriseId, seenAt: at })
          .onConflict((conflict) =>
            conflict
              .column('teamId')
              .doUpdateSet({
                enterpriseId,
                seenAt: sql<number>`case when workspaces.enterprise_id = ${enterpriseId} and workspaces.left_at is null then workspaces.seen_at else ${at} end`,
                leftAt: null,
              })
              .where((where) =>
                where.or([where('workspaces.leftAt', 'is', null), where('workspaces.leftAt', '<=', at)]),
              ),
          )
          .returning('teamId'),
      ),

    /**
     * The organisation's install stops serving it at `at`, saved together with `entry`. False: it did not serve it, or the
     * workspace joined later.
     */
    leaveTeam: ({ teamId, enterpriseId }: InstallationPlace, at: number, entry?: AuditEntry) =>
      removeWith(entry, (trx) =>
        trx
          .updateTable('workspaces')
          .set({ leftAt: at })
          .where('teamId', '=', teamId)
          .where('enterpriseId', '=', enterpriseId)
          .where('leftAt', 'is', null)
          .where('seenAt', '<=', at)
          .returning('teamId'),
      ),

    /** False: the installation no longer exists. */
    setCredentials: (place: InstallationPlace, sealed: string, at: number) =>
      hasRow(updateAt(place).set({ credentials: sealed, version: later(at) })),

    /** The same secrets, resealed. False, and nothing changed, if the installation changed since `ifVersion`. */
    replaceSealed: (
      place: InstallationPlace,
      { botToken, credentials }: Pick<StoredInstallation, 'botToken' | 'credentials'>,
      ifVersion: number,
    ) => hasRow(updateAt(place).set({ botToken, credentials }).where('version', '=', ifVersion)),

    /**
     * Deletes token and credentials if installed no later than `installedUntil`, saved together with `entry`; times in epoch
     * milliseconds. False: nothing was installed, or it was reinstalled later.
     */
    remove: (
      { enterpriseId, teamId }: InstallationPlace,
      { at, installedUntil }: { at: number; installedUntil: number },
      entry?: AuditEntry,
    ) =>
      removeWith(entry, (trx) =>
        trx
          .updateTable('installations')
          .set({ botToken: null, credentials: null, removedAt: at, version: later(at) })
          .where('teamId', '=', teamId)
          .$if(teamId === '', (query) => query.where('enterpriseId', '=', enterpriseId))
          .where('removedAt', 'is', null)
          .where('installedAt', '<=', installedUntil)
          .returning('teamId'),
      ),
  };
};

export type InstallationStore = ReturnType<typeof createInstallationStore>;

/** Always a new value, even for two changes in one millisecond or after the clock goes back. */
function later(at: number) {
  return sql<number>`case when installations.version >= ${at} then installations.version + 1 else ${at} end`;
}
