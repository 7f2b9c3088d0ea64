import type { Transaction } from 'kysely';
import { type AuditEntry, insertAuditEntry } from './audit-store.ts';
import type { StoreDatabase } from './engine/database.ts';
import { lockName } from './engine/queries.ts';
import type { ShopContacts } from './new-link.ts';
import type { Schema } from './schema.ts';
import {
  type ChannelSettings,
  channelSettings,
  settings,
  type WorkspaceSettings,
} from './tables/settings.ts';

export {
  type ChannelSettings,
  type FieldPlace,
  OPTIONAL_FIELDS,
  type OptionalField,
  type Preset,
  SETTINGS_RANGE,
  type WorkspaceSettings,
} from './tables/settings.ts';

export const createSettingsStore = (database: StoreDatabase) => ({
  /** Only the settings the workspace chose; the others have their defaults. */
  find: (teamId: string) => readChosen(database.db, teamId),

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
      workspace: row.workspace === null ? {} : settings.read({ chosen: row.workspace }).chosen,
      channel: fillChannelSettings(row.channel),
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
      const before = await readChosen(trx, teamId);
      const set = settings.write({ chosen: { ...before, ...chosen }, setBy: by, setAt: at });
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

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** What identifies no customer. Call it in the transaction that depends on the value. */
export const readShopContacts = async (on: StoreDatabase['db'], teamId: string): Promise<ShopContacts> => {
  const { defaultEmail = null, shopPhone = null } = await readChosen(on, teamId);
  return { email: defaultEmail, phone: shopPhone };
};

async function readChosen(
  on: StoreDatabase['db'] | Transaction<Schema>,
  teamId: string,
): Promise<Partial<WorkspaceSettings>> {
  const row = await on
    .selectFrom('settings')
    .select('chosen')
    .where('teamId', '=', teamId)
    .executeTakeFirst();
  return row === undefined ? {} : settings.read(row).chosen;
}

export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = {
  expiryHours: null,
  isQrNeeded: null,
  presetName: null,
  isThreaded: true,
  isPaidBroadcast: true,
  paidMentions: [],
};

/** Settings the channel has not chosen have their defaults. */
const fillChannelSettings = (chosen: string | null): ChannelSettings => ({
  ...DEFAULT_CHANNEL_SETTINGS,
  ...(chosen !== null && channelSettings.read({ chosen }).chosen),
});

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
      return fillChannelSettings(row?.chosen ?? null);
    },

    set: (
      teamId: string,
      channelId: string,
      chosen: ChannelSettings,
      { by, at, entry }: { by: string; at: number; entry?: AuditEntry },
    ) =>
      db.transaction().execute(async (trx) => {
        const set = channelSettings.write({ chosen, setBy: by, setAt: at });
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
