import type { Transaction } from 'kysely';
import { z } from 'zod';
import type { StoreDatabase } from './engine/store-database.ts';
import { lockName } from './instances.ts';
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

export interface SettingsStore {
  /** Only the settings the workspace chose; the others have their defaults. */
  find(teamId: string): Promise<Partial<WorkspaceSettings>>;
  /** Merges `chosen` into the earlier choices and returns the earlier ones. */
  change(
    teamId: string,
    chosen: Partial<WorkspaceSettings>,
    how: { by: string; at: number },
  ): Promise<Partial<WorkspaceSettings>>;
}

export const createSettingsStore = (database: StoreDatabase): SettingsStore => ({
  find: async (teamId) => parseChosen(await readText(database.db, teamId)),

  change: (teamId, chosen, { by, at }) =>
    database.db.transaction().execute(async (trx) => {
      await lockName(trx, database, `settings:${teamId}`);
      const text = await readText(trx, teamId);
      const before = parseChosen(text);
      const all = { ...z.looseObject({}).parse(JSON.parse(text)), ...buildStored(chosen) };
      const set = { chosen: JSON.stringify(all), set_by: by, set_at: at };
      await trx
        .insertInto('settings')
        .values({ team_id: teamId, ...set })
        .onConflict((conflict) => conflict.column('team_id').doUpdateSet(set))
        .execute();
      return before;
    }),
});

/** Call it in the transaction that depends on the value. */
export const readDefaultEmail = async (trx: Transaction<Schema>, teamId: string): Promise<string | null> =>
  parseChosen(await readText(trx, teamId)).defaultEmail ?? null;

async function readText(on: StoreDatabase['db'] | Transaction<Schema>, teamId: string): Promise<string> {
  const row = await on
    .selectFrom('settings')
    .select('chosen')
    .where('team_id', '=', teamId)
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
