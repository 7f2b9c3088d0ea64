import type { Transaction } from 'kysely';
import { z } from 'zod';
import { insertAuditEntry, type NewAuditEntry } from './audit-store.ts';
import type { StoreDatabase } from './engine/database.ts';
import { lockName, type Param, prepareQuery } from './engine/queries.ts';
import type { Schema } from './schema.ts';

/** The payment service recommends 30 days and has no maximum. */
export const SETTINGS_RANGE = {
  expiryDays: { min: 1, max: 365 },
  reminderHours: { min: 1, max: 720 },
  askNextMinutes: { min: 1, max: 1440 },
} as const;

/**
 * What a workspace can leave out of the link form or put under *More*: fields by the form's names, and the menu of known
 * customers.
 */
export const OPTIONAL_FIELDS = [
  'knownCustomer',
  'Email',
  'expiryOn',
  'Address',
  'City',
  'Country',
  'Invoice_Id',
  'Product_Id',
  'Is_QR_needed',
  'Is_invoice_generated',
  'place',
] as const;

export type OptionalField = (typeof OPTIONAL_FIELDS)[number];

const FIELD_PLACES = ['always', 'more', 'never'] as const;

export type FieldPlace = (typeof FIELD_PLACES)[number];

/** A frequent sale: a button above the form that fills it in. */
export interface Preset {
  /** Unique in the workspace. */
  name: string;
  amountFils: number;
  /** What the payment is for. */
  notes: string;
}

const presetSchema = z.object({
  name: z.string().min(1),
  amountFils: z.int().positive(),
  notes: z.string().min(1),
});

const { expiryDays, reminderHours, askNextMinutes } = SETTINGS_RANGE;
/** 23:59 */
const LAST_MINUTE = 24 * 60 - 1;

/** What a workspace can choose. Keys from other versions are kept but not read; an invalid value is an error. */
const chosenSchema = z.object({
  defaultChannelId: z.string().nullable().exactOptional(),
  expiryDays: z.int().min(expiryDays.min).max(expiryDays.max).exactOptional(),
  isQrNeeded: z.boolean().exactOptional(),
  isInvoiceGenerated: z.boolean().exactOptional(),
  nudgeHours: z.int().min(reminderHours.min).max(reminderHours.max).nullable().exactOptional(),
  dailyCloseAtMinute: z.int().min(0).max(LAST_MINUTE).exactOptional(),
  weeklySummaryOn: z.int().min(0).max(6).exactOptional(),
  weeklySummaryAtMinute: z.int().min(0).max(LAST_MINUTE).exactOptional(),
  approvalLimitFils: z.int().nonnegative().nullable().exactOptional(),
  askNextMinutes: z.int().min(askNextMinutes.min).max(askNextMinutes.max).nullable().exactOptional(),
  defaultEmail: z.string().nullable().exactOptional(),
  fields: z.partialRecord(z.enum(OPTIONAL_FIELDS), z.enum(FIELD_PLACES)).exactOptional(),
  presets: z.array(presetSchema).exactOptional(),
  terms: z.object({ confirmedBy: z.string(), confirmedAt: z.int() }).nullable().exactOptional(),
  areCustomersShared: z.boolean().exactOptional(),
});

export interface WorkspaceSettings {
  /** The channel for cards of new links; null: where the command was typed. */
  defaultChannelId: string | null;
  /** How many days a new link can be paid. */
  expiryDays: number;
  isQrNeeded: boolean;
  isInvoiceGenerated: boolean;
  /** Hours before an unpaid link expires to remind its owner; null: never. */
  reminderHours: number | null;
  /** Minutes after midnight in the merchant's zone. */
  dailyCloseAtMinute: number;
  /** The default day of the weekly summary, 0 for Monday. */
  weeklySummaryOn: number;
  /** Minutes after midnight in the merchant's zone. */
  weeklySummaryAtMinute: number;
  /** Links above this need a second person's approval; null: no limit. */
  approvalLimitFils: number | null;
  /** Minutes until the next people are asked to approve a request; null: they are not asked. */
  askNextMinutes: number | null;
  /** The shop's own e-mail, for customers without one; null: the form requires one. It identifies no customer. */
  defaultEmail: string | null;
  /** Where the form shows its optional fields, if not in their default place. */
  fields: Partial<Record<OptionalField, FieldPlace>>;
  /** In the order of their buttons. */
  presets: readonly Preset[];
  /**
   * The admin who confirmed that customers accept the terms before they get a link, and when. The form's box is then
   * ticked by default. Null: the cashier ticks it in each form.
   */
  terms: { confirmedBy: string; confirmedAt: number } | null;
  /** Cashiers' forms recall customers of everybody's links; otherwise only of the cashier's own. */
  areCustomersShared: boolean;
}

export const createSettingsStore = (database: StoreDatabase) => ({
  /** Only the settings the workspace chose; the others have their defaults. */
  find: async (teamId: string) => parseChosen(await readText(database.db, teamId)),

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
      entryOf?: (before: Partial<WorkspaceSettings>) => NewAuditEntry | null;
    },
  ) =>
    database.db.transaction().execute(async (trx) => {
      await lockName(trx, database, `settings:${teamId}`);
      const text = await readText(trx, teamId);
      const before = parseChosen(text);
      const all = { ...z.looseObject({}).parse(JSON.parse(text)), ...buildStored(chosen) };
      const set = { chosen: JSON.stringify(all), setBy: by, setAt: at };
      await trx
        .insertInto('settings')
        .values({ teamId: teamId, ...set })
        .onConflict((conflict) => conflict.column('teamId').doUpdateSet(set))
        .execute();
      const entry = entryOf?.(before) ?? null;
      if (entry !== null) await insertAuditEntry(trx, entry);
      return before;
    }),
});

export type SettingsStore = ReturnType<typeof createSettingsStore>;

/** Call it in the transaction that depends on the value. */
export const readDefaultEmail = async (on: StoreDatabase['db'], teamId: string): Promise<string | null> =>
  parseChosen(await readText(on, teamId)).defaultEmail ?? null;

async function readText(on: StoreDatabase['db'] | Transaction<Schema>, teamId: string): Promise<string> {
  const row = await on
    .selectFrom('settings')
    .select('chosen')
    .where('teamId', '=', teamId)
    .executeTakeFirst();
  return row?.chosen ?? '{}';
}

/** The database calls a reminder's hours `nudgeHours`. */
function parseChosen(text: string): Partial<WorkspaceSettings> {
  const { nudgeHours: reminderHours, ...chosen } = chosenSchema.parse(JSON.parse(text));
  return reminderHours === undefined ? chosen : { ...chosen, reminderHours };
}

function buildStored({ reminderHours, ...chosen }: Partial<WorkspaceSettings>): Record<string, unknown> {
  return reminderHours === undefined ? chosen : { ...chosen, nudgeHours: reminderHours };
}

/** Three months at most; the workspace's setting allows more. */
const EXPIRY_HOURS = { min: 1, max: 90 * 24 } as const;

/** One channel's settings, for links created in it and cards in it. */
export interface ChannelSettings {
  /** How many hours a new link can be paid; null: the workspace's setting. */
  expiryHours: number | null;
  /** Null: the workspace's setting. */
  isQrNeeded: boolean | null;
  /** Where a requested QR picture goes: into the card's thread, or into the card. */
  qrPlace: 'thread' | 'inline';
  /** The preset that fills in a new form; null: none. */
  presetName: string | null;
  /** Updates about a link go into its card's thread; otherwise into the channel. */
  isThreaded: boolean;
  /** Also send the reply that says Paid to the channel. */
  isPaidBroadcast: boolean;
  /** People to mention when a link is paid, in addition to its owner. */
  paidMentions: readonly string[];
}

export const DEFAULT_CHANNEL_SETTINGS: ChannelSettings = {
  expiryHours: null,
  isQrNeeded: null,
  qrPlace: 'thread',
  presetName: null,
  isThreaded: true,
  isPaidBroadcast: true,
  paidMentions: [],
};

const channelSchema = z.object({
  expiryHours: z.int().min(EXPIRY_HOURS.min).max(EXPIRY_HOURS.max).nullable().exactOptional(),
  isQrNeeded: z.boolean().nullable().exactOptional(),
  qrPlace: z.enum(['thread', 'inline']).exactOptional(),
  presetName: z.string().nullable().exactOptional(),
  isThreaded: z.boolean().exactOptional(),
  isPaidBroadcast: z.boolean().exactOptional(),
  paidMentions: z.array(z.string()).exactOptional(),
});

export const createChannelSettingsStore = ({ db }: StoreDatabase) => {
  // Every form asks for them.
  const findChosen = prepareQuery((param: Param<{ teamId: string; channelId: string }>) =>
    db
      .selectFrom('channelSettings')
      .select('chosen')
      .where('teamId', '=', param('teamId'))
      .where('channelId', '=', param('channelId')),
  );
  return {
    /** Settings the channel has not chosen have their defaults. */
    of: async (teamId: string, channelId: string): Promise<ChannelSettings> => {
      const [row] = await findChosen(db, { teamId, channelId });
      const chosen = row === undefined ? {} : channelSchema.parse(JSON.parse(row.chosen));
      return { ...DEFAULT_CHANNEL_SETTINGS, ...chosen };
    },

    set: (
      teamId: string,
      channelId: string,
      chosen: ChannelSettings,
      { by, at, entry }: { by: string; at: number; entry?: NewAuditEntry },
    ) =>
      db.transaction().execute(async (trx) => {
        const set = { chosen: JSON.stringify(chosen), setBy: by, setAt: at };
        await trx
          .insertInto('channelSettings')
          .values({ teamId: teamId, channelId: channelId, ...set })
          .onConflict((conflict) => conflict.columns(['teamId', 'channelId']).doUpdateSet(set))
          .execute();
        if (entry) await insertAuditEntry(trx, entry);
      }),
  };
};

export type ChannelSettingsStore = ReturnType<typeof createChannelSettingsStore>;
