import type { Transaction } from 'kysely';
import { type AuditEntry, insertAuditEntry } from '../store/audit-store.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { lockName } from '../store/engine/queries.ts';
import type { Schema } from '../store/schema.ts';
import { channelSettings, settings } from '../store/tables/settings.ts';
import { type ChannelSettings, readChannelSettings } from './channel-settings.ts';
import { readStored } from './setting.ts';
import { WORKSPACE_ROWS, type WorkspaceSettings } from './workspace-settings.ts';

/** Only what was chosen. */
const readWorkspace = (chosen: unknown): Partial<WorkspaceSettings> => readStored(WORKSPACE_ROWS, chosen);

export const createSettingsStore = (database: StoreDatabase) => ({
  /** Only the settings the workspace chose; the others have their usual values. */
  find: async (teamId: string): Promise<Partial<WorkspaceSettings>> =>
    readWorkspace(await readChosen(database.db, teamId)),

  /** The same, and those of a channel, at once: every form asks for both. */
  findWith: async (teamId: string, channelId: string) => {
    const row = await database.db
      .selectNoFrom((from) => [
        from.selectFrom('settings').select('chosen').where('teamId', '=', teamId).as('workspace'),
        from
          .selectFrom('channelSettings')
          .select('chosen')
          .where('teamId', '=', teamId)
          .where('channelId', '=', channelId)
          .as('channel'),
      ])
      .executeTakeFirstOrThrow();
    return {
      workspace: readWorkspace(row.workspace === null ? {} : settings.read({ chosen: row.workspace }).chosen),
      channel: readChannelSettings(
        row.channel === null ? {} : channelSettings.read({ chosen: row.channel }).chosen,
      ),
    };
  },

  /** Merges `chosen` into the earlier choices and returns the earlier ones. `entryOf`: given those; null: no entry. */
  change: (
    teamId: string,
    chosen: Partial<WorkspaceSettings>,
    {
      by,
      at,
      entryOf,
    }: {
      by: string;
      at: number;
      entryOf?: (before: Partial<WorkspaceSettings>) => AuditEntry | null;
    },
  ) =>
    database.db.transaction().execute(async (trx) => {
      await lockName(trx, database, `settings:${teamId}`);
      const before = readWorkspace(await readChosen(trx, teamId));
      const after = readWorkspace({ ...before, ...chosen });
      const set = settings.write({ chosen: after, setBy: by, setAt: at });
      await trx
        .insertInto('settings')
        .values({ teamId, ...set })
        .onConflict((conflict) => conflict.column('teamId').doUpdateSet(set))
        .execute();
      const entry = entryOf?.(before) ?? null;
      if (entry !== null) await insertAuditEntry(trx, entry);
      return before;
    }),
});

async function readChosen(on: StoreDatabase['db'] | Transaction<Schema>, teamId: string): Promise<object> {
  const row = await on
    .selectFrom('settings')
    .select('chosen')
    .where('teamId', '=', teamId)
    .executeTakeFirst();
  return row === undefined ? {} : settings.read(row).chosen;
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;

export const createChannelSettingsStore = ({ db }: StoreDatabase) => {
  const findChosen = ({ teamId, channelId }: { teamId: string; channelId: string }) =>
    db
      .selectFrom('channelSettings')
      .select('chosen')
      .where('teamId', '=', teamId)
      .where('channelId', '=', channelId)
      .execute();
  return {
    of: async (teamId: string, channelId: string): Promise<ChannelSettings> => {
      const [row] = await findChosen({ teamId, channelId });
      return readChannelSettings(row === undefined ? {} : channelSettings.read(row).chosen);
    },

    set: (
      teamId: string,
      channelId: string,
      chosen: ChannelSettings,
      { by, at, entry }: { by: string; at: number; entry?: AuditEntry },
    ) =>
      db.transaction().execute(async (trx) => {
        const set = channelSettings.write({ chosen: { ...chosen }, setBy: by, setAt: at });
        await trx
          .insertInto('channelSettings')
          .values({ teamId, channelId, ...set })
          .onConflict((conflict) => conflict.columns(['teamId', 'channelId']).doUpdateSet(set))
          .execute();
        if (entry) await insertAuditEntry(trx, entry);
      }),
  };
};

export type ChannelSettingsStore = ReturnType<typeof createChannelSettingsStore>;
