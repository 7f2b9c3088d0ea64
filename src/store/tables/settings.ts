import { z } from 'zod';
import { defineTable, instant, json, text } from '../engine/table.ts';

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

const presetSchema = z.object({
  /** Unique in the workspace. */
  name: z.string().min(1),
  amountFils: z.int().positive(),
  /** What the payment is for. */
  notes: z.string().min(1),
});

/** A frequent sale: a button above the form that fills it in. */
export type Preset = z.infer<typeof presetSchema>;

const { expiryDays, reminderHours, askNextMinutes } = SETTINGS_RANGE;
/** 23:59 */
const LAST_MINUTE = 24 * 60 - 1;

/** What a workspace can choose. An invalid value is an error. */
const chosenSchema = z.object({
  /** The channel for cards of new links; null: where the command was typed. */
  defaultChannelId: z.string().nullable().exactOptional(),
  /** How many days a new link can be paid. */
  expiryDays: z.int().min(expiryDays.min).max(expiryDays.max).exactOptional(),
  isQrNeeded: z.boolean().exactOptional(),
  isInvoiceGenerated: z.boolean().exactOptional(),
  /** Hours before an unpaid link expires to remind its owner; null: never. */
  reminderHours: z.int().min(reminderHours.min).max(reminderHours.max).nullable().exactOptional(),
  /** Minutes after midnight in the merchant's zone. */
  dailyCloseAtMinute: z.int().min(0).max(LAST_MINUTE).exactOptional(),
  /** The default day of the weekly summary, 0 for Monday. */
  weeklySummaryOn: z.int().min(0).max(6).exactOptional(),
  /** Minutes after midnight in the merchant's zone. */
  weeklySummaryAtMinute: z.int().min(0).max(LAST_MINUTE).exactOptional(),
  /** Links above this need a second person's approval; null: no limit. */
  approvalLimitFils: z.int().nonnegative().nullable().exactOptional(),
  /** Minutes until the next people are asked to approve a request; null: they are not asked. */
  askNextMinutes: z.int().min(askNextMinutes.min).max(askNextMinutes.max).nullable().exactOptional(),
  /** The shop's own e-mail, for customers without one; null: the form requires one. It identifies no customer. */
  defaultEmail: z.string().nullable().exactOptional(),
  /** The shop's own phone, E.164; null: none was named. It identifies no customer. */
  shopPhone: z.string().nullable().exactOptional(),
  /** Where the form shows its optional fields, if not in their default place. */
  fields: z.partialRecord(z.enum(OPTIONAL_FIELDS), z.enum(FIELD_PLACES)).exactOptional(),
  /** In the order of their buttons. */
  presets: z.array(presetSchema).readonly().exactOptional(),
  /**
   * The admin who confirmed that customers accept the terms before they get a link, and when. The form's box is then
   * ticked by default. Null: the cashier ticks it in each form.
   */
  terms: z.object({ confirmedBy: z.string(), confirmedAt: z.int() }).nullable().exactOptional(),
  /** Cashiers' forms recall customers of everybody's links; otherwise only of the cashier's own. */
  areCustomersShared: z.boolean().exactOptional(),
});

export type WorkspaceSettings = Required<z.infer<typeof chosenSchema>>;

export const settings = defineTable(
  'settings',
  {
    teamId: text('nobody'),
    /** Settings that the workspace has not chosen have their defaults. */
    chosen: json(chosenSchema, 'channels'),
    setBy: text('staff'),
    setAt: instant(),
  },
  {
    key: ['teamId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);

/** Three months at most; the workspace's setting allows more. */
const EXPIRY_HOURS = { min: 1, max: 90 * 24 } as const;

const channelSchema = z.object({
  /** How many hours a new link can be paid; null: the workspace's setting. */
  expiryHours: z.int().min(EXPIRY_HOURS.min).max(EXPIRY_HOURS.max).nullable().exactOptional(),
  /** Null: the workspace's setting. */
  isQrNeeded: z.boolean().nullable().exactOptional(),
  /** The preset that fills in a new form; null: none. */
  presetName: z.string().nullable().exactOptional(),
  /** Updates about a link go into its card's thread; otherwise into the channel. */
  isThreaded: z.boolean().exactOptional(),
  /** Also send the reply that says Paid to the channel. */
  isPaidBroadcast: z.boolean().exactOptional(),
  /** People to mention when a link is paid, in addition to its owner. */
  paidMentions: z.array(z.string()).readonly().exactOptional(),
});

/** One channel's settings, for links created in it and cards in it. */
export type ChannelSettings = Required<z.infer<typeof channelSchema>>;

export const channelSettings = defineTable(
  'channelSettings',
  {
    teamId: text('nobody'),
    channelId: text('channel'),
    /** Settings that the channel has not chosen have their defaults. */
    chosen: json(channelSchema, 'nobody'),
    setBy: text('staff'),
    setAt: instant(),
  },
  {
    key: ['teamId', 'channelId'],
    fate: { of: 'workspace', whenOld: 'kept', whenForgotten: 'nothing', whenRemoved: 'deleted' },
  },
);
