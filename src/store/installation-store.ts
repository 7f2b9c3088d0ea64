import type { Transaction } from 'kysely';
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts';
import { beginAnew } from './begin-anew.ts';
import { type StoreDatabase, sql } from './engine/database.ts';
import { findAll, hasRow, type Param, prepareQuery } from './engine/queries.ts';
import type { InstallationRow, Schema } from './schema.ts';

/** Empty strings instead of null, because both are part of a key. */
export interface InstallationPlace {
  /** Empty: the workspace is not in an organisation. */
  enterpriseId: string;
  /** Empty: an organisation-wide install. */
  teamId: string;
}

/** The app in a workspace or an organisation. Secrets are sealed: the store has no keys. */
export interface StoredInstallation extends InstallationPlace {
  name: string;
  appId: string;
  botUserId: string;
  scopes: string[];
  /** Sealed. */
  botToken: string;
  /** Sealed; null: not set yet. */
  credentials: string | null;
  installedBy: string;
  /** The latest install here, in epoch milliseconds. */
  installedAt: number;
  /** Increases with every change. */
  version: number;
}

export type NewStoredInstallation = Omit<StoredInstallation, 'credentials' | 'version'>;

export interface InstallationStore {
  /**
   * A reinstall replaces token, scopes and installer, and keeps existing credentials. Returns the time of the first
   * install since any removal.
   */
  save(installation: NewStoredInstallation): Promise<number>;
  /**
   * After a removal: whoever was no admin before finds nothing of before. Its rows move to a name of their own, under which
   * retention erases them. False: there is nothing to begin anew, or `by` was an admin.
   */
  beginAnew(place: InstallationPlace, act: { by: string; at: number }): Promise<boolean>;
  /** Null also after a removal. Finds a workspace's install whichever organisation it was installed under. */
  find(place: InstallationPlace): Promise<StoredInstallation | null>;
  /** The workspace's own install, or else that of the organisation it is known to belong to. */
  ofTeam(teamId: string): Promise<StoredInstallation | null>;
  all(): Promise<StoredInstallation[]>;
  /** Ids of workspaces with credentials, their own or their organisation's. */
  connectedTeams(): Promise<string[]>;
  /**
   * The organisation's install serves this workspace from `at`, in epoch milliseconds. Changes nothing if it already
   * does, or if the workspace left after `at`. False: it left.
   */
  joinTeam(workspace: InstallationPlace, at: number): Promise<boolean>;
  /**
   * The organisation's install stops serving it at `at`, saved together with `entry`. False: it did not serve it, or the
   * workspace joined later.
   */
  leaveTeam(workspace: InstallationPlace, at: number, entry?: NewAuditEntry): Promise<boolean>;
  /** False: the installation no longer exists. */
  setCredentials(place: InstallationPlace, sealed: string, at: number): Promise<boolean>;
  /** The same secrets, resealed. False, and nothing changed, if the installation changed since `ifVersion`. */
  replaceSealed(
    place: InstallationPlace,
    sealed: Pick<StoredInstallation, 'botToken' | 'credentials'>,
    ifVersion: number,
  ): Promise<boolean>;
  /**
   * Deletes token and credentials if installed no later than `installedUntil`, saved together with `entry`; times in epoch
   * milliseconds. False: nothing was installed, or it was reinstalled later.
   */
  remove(
    place: InstallationPlace,
    times: { at: number; installedUntil: number },
    entry?: NewAuditEntry,
  ): Promise<boolean>;
}

export const createInstallationStore = ({ db }: StoreDatabase): InstallationStore => {
  const present = () =>
    db
      .selectFrom('installations')
      .select(COLUMNS)
      .where('removed_at', 'is', null)
      .where('bot_token', 'is not', null);

  const updateAt = ({ enterpriseId, teamId }: InstallationPlace) =>
    db
      .updateTable('installations')
      .where('enterprise_id', '=', enterpriseId)
      .where('team_id', '=', teamId)
      .where('removed_at', 'is', null)
      .returning('team_id');

  /** Saves a removal and its audit entry together. False: the query changed nothing. */
  const removeWith = (
    entry: NewAuditEntry | undefined,
    queryOn: (trx: Transaction<Schema>) => Parameters<typeof hasRow>[0],
  ): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const isRemoved = await hasRow(queryOn(trx));
      if (isRemoved && entry) await insertAuditEntry(trx, entry);
      return isRemoved;
    });

  const newest = (query: ReturnType<typeof present>) => query.orderBy('installed_at', 'desc').limit(1);
  // Every request from Slack runs one of these.
  const findTeam = prepareQuery((param: Param<{ teamId: string }>) =>
    // A workspace keeps its id when it joins an organisation, so match by that alone.
    newest(present().where('team_id', '=', param('teamId'))),
  );
  const findOrganisation = prepareQuery((param: Param<{ enterpriseId: string }>) =>
    newest(present().where('team_id', '=', '').where('enterprise_id', '=', param('enterpriseId'))),
  );
  const findServing = prepareQuery((param: Param<{ teamId: string }>) =>
    newest(
      present()
        .where((where) =>
          where.or([
            where('team_id', '=', param('teamId')),
            where.and([
              where('team_id', '=', ''),
              where(
                'enterprise_id',
                '=',
                where
                  .selectFrom('workspaces')
                  .select('workspaces.enterprise_id')
                  .where('workspaces.team_id', '=', param('teamId'))
                  .where('workspaces.left_at', 'is', null),
              ),
            ]),
          ]),
        )
        .orderBy(sql`case when team_id = '' then 1 else 0 end`),
    ),
  );

  return {
    save: async (installation) => {
      const { installedAt } = installation;
      const set = {
        name: installation.name,
        app_id: installation.appId,
        bot_user_id: installation.botUserId,
        scopes: installation.scopes.join(','),
        bot_token: installation.botToken,
        installed_by: installation.installedBy,
        installed_at: installedAt,
      };
      const { since } = await db
        .insertInto('installations')
        .values({
          enterprise_id: installation.enterpriseId,
          team_id: installation.teamId,
          ...set,
          since: installedAt,
          credentials: null,
          updated_at: installedAt,
          removed_at: null,
        })
        .onConflict((conflict) =>
          conflict.columns(['enterprise_id', 'team_id']).doUpdateSet({
            ...set,
            since: sql<number>`case when installations.removed_at is null then installations.since else ${installedAt} end`,
            updated_at: later(installedAt),
            removed_at: null,
          }),
        )
        .returning('since')
        .executeTakeFirstOrThrow();
      return since;
    },

    beginAnew: (place, act) => db.transaction().execute((trx) => beginAnew(trx, place, act)),

    find: async (place) => {
      const [row] = await (place.teamId === '' ? findOrganisation(db, place) : findTeam(db, place));
      return row ? parseRow(row) : null;
    },

    ofTeam: async (teamId) => {
      if (teamId === '') return null;
      const [row] = await findServing(db, { teamId });
      return row ? parseRow(row) : null;
    },

    all: () => findAll(present().orderBy('installed_at'), parseRow),

    connectedTeams: async () => {
      const own = await present()
        .clearSelect()
        .select('team_id')
        .where('credentials', 'is not', null)
        .where('team_id', '!=', '')
        .execute();
      const served = await db
        .selectFrom('workspaces')
        .innerJoin('installations', (join) =>
          join
            .onRef('installations.enterprise_id', '=', 'workspaces.enterprise_id')
            .on('installations.team_id', '=', ''),
        )
        .select('workspaces.team_id')
        .where('workspaces.left_at', 'is', null)
        .where('installations.removed_at', 'is', null)
        .where('installations.credentials', 'is not', null)
        .execute();
      return [...new Set([...own, ...served].map((row) => row.team_id))].sort();
    },

    joinTeam: ({ teamId, enterpriseId }, at) =>
      hasRow(
        db
          .insertInto('workspaces')
          .values({ team_id: teamId, enterprise_id: enterpriseId, seen_at: at, left_at: null })
          .onConflict((conflict) =>
            conflict
              .column('team_id')
              .doUpdateSet({
                enterprise_id: enterpriseId,
                seen_at: sql<number>`case when workspaces.enterprise_id = ${enterpriseId} and workspaces.left_at is null then workspaces.seen_at else ${at} end`,
                left_at: null,
              })
              .where((where) =>
                where.or([where('workspaces.left_at', 'is', null), where('workspaces.left_at', '<=', at)]),
              ),
          )
          .returning('team_id'),
      ),

    leaveTeam: ({ teamId, enterpriseId }, at, entry) =>
      removeWith(entry, (trx) =>
        trx
          .updateTable('workspaces')
          .set({ left_at: at })
          .where('team_id', '=', teamId)
          .where('enterprise_id', '=', enterpriseId)
          .where('left_at', 'is', null)
          .where('seen_at', '<=', at)
          .returning('team_id'),
      ),

    setCredentials: (place, sealed, at) =>
      hasRow(updateAt(place).set({ credentials: sealed, updated_at: later(at) })),

    replaceSealed: (place, { botToken, credentials }, ifVersion) =>
      hasRow(updateAt(place).set({ bot_token: botToken, credentials }).where('updated_at', '=', ifVersion)),

    remove: ({ enterpriseId, teamId }, { at, installedUntil }, entry) =>
      removeWith(entry, (trx) =>
        trx
          .updateTable('installations')
          .set({ bot_token: null, credentials: null, removed_at: at, updated_at: later(at) })
          .where('team_id', '=', teamId)
          .$if(teamId === '', (query) => query.where('enterprise_id', '=', enterpriseId))
          .where('removed_at', 'is', null)
          .where('installed_at', '<=', installedUntil)
          .returning('team_id'),
      ),
  };
};

/** Always a new value, even for two changes in one millisecond or after the clock goes back. */
function later(at: number) {
  return sql<number>`case when installations.updated_at >= ${at} then installations.updated_at + 1 else ${at} end`;
}

/** What `parseRow` reads. */
const COLUMNS = [
  'enterprise_id',
  'team_id',
  'name',
  'app_id',
  'bot_user_id',
  'scopes',
  'bot_token',
  'credentials',
  'installed_by',
  'installed_at',
  'updated_at',
] as const satisfies readonly (keyof InstallationRow)[];

function parseRow(row: Pick<InstallationRow, (typeof COLUMNS)[number]>): StoredInstallation {
  if (row.bot_token === null) throw new Error('An installation has no token.');
  return {
    enterpriseId: row.enterprise_id,
    teamId: row.team_id,
    name: row.name,
    appId: row.app_id,
    botUserId: row.bot_user_id,
    scopes: row.scopes.split(',').filter(Boolean),
    botToken: row.bot_token,
    credentials: row.credentials,
    installedBy: row.installed_by,
    installedAt: row.installed_at,
    version: row.updated_at,
  };
}
