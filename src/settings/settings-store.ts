import type { Transaction } from 'kysely';
import { type AuditEntry, insertAuditEntry } from '../store/audit-store.ts';
import type { StoreDatabase } from '../store/engine/database.ts';
import { lockName } from '../store/engine/queries.ts';
import type { Row } from '../store/engine/table.ts';
import type { Schema } from '../store/schema.ts';
import { settings, WORKSPACE } from '../store/tables/settings.ts';
import { readChosenAndAccount } from '../store/workspace-rules.ts';
import { type ChannelSettings, readChannelSettings } from './channel-settings.ts';
import { chosenSettingsSchema, type WorkspaceSettings } from './workspace-settings.ts';

export const createSettingsStore = (database: StoreDatabase) => ({
  /** Only the settings the workspace chose; the others have their usual values. */
  find: async (teamId: string): Promise<Partial<WorkspaceSettings>> =>
    chosenSettingsSchema.parse(await readChosen(database.db, teamId)),
  /** The same as they are stored, and the account that new work belongs to. */
  findWithAccount: (teamId: string) => readChosenAndAccount(database.db, teamId),

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
      const before = chosenSettingsSchema.parse(await readChosen(trx, teamId));
      const after = chosenSettingsSchema.parse({ ...before, ...chosen });
      await writeChosen(trx, { teamId, channelId: WORKSPACE, chosen: after, setBy: by, setAt: at });
      const entry = entryOf?.(before) ?? null;
      if (entry !== null) await insertAuditEntry(trx, entry);
      return before;
    }),

  ofChannel: async (teamId: string, channelId: string): Promise<ChannelSettings> =>
    readChannelSettings(await readChosen(database.db, teamId, channelId)),

  setChannel: (
    teamId: string,
    channelId: string,
    chosen: ChannelSettings,
    { by, at, entry }: { by: string; at: number; entry?: AuditEntry },
  ) =>
    database.db.transaction().execute(async (trx) => {
      await writeChosen(trx, { teamId, channelId, chosen: { ...chosen }, setBy: by, setAt: at });
      if (entry) await insertAuditEntry(trx, entry);
    }),
});

async function readChosen(
  on: StoreDatabase['db'] | Transaction<Schema>,
  teamId: string,
  channelId = WORKSPACE,
): Promise<object> {
  const row = await on
    .selectFrom('settings')
    .select('chosen')
    .where('teamId', '=', teamId)
    .where('channelId', '=', channelId)
    .executeTakeFirst();
  return row === undefined ? {} : settings.read(row).chosen;
}

async function writeChosen(trx: Transaction<Schema>, row: Row<typeof settings>): Promise<void> {
  const values = settings.write(row);
  await trx
    .insertInto('settings')
    .values(values)
    .onConflict((conflict) => conflict.columns(['teamId', 'channelId']).doUpdateSet(values))
    .execute();
}

export type SettingsStore = ReturnType<typeof createSettingsStore>;
