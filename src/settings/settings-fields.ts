import type { InputBlock, PlainTextOption } from '@slack/types';
import { limits } from '../blocks/limits.ts';
import { plain } from '../blocks/text.ts';
import { SETTINGS_RANGE, type WorkspaceSettings } from '../store/settings-store.ts';

/** A setting's name is both its block id and its element id; likewise for roles. */
export const SETTINGS_FORM = {
  callbackId: 'settings',
  options: 'options',
  instead: 'instead',
  customers: 'customers',
  connection: 'connection',
} as const;

export const FORM_SETTINGS_FORM = {
  callbackId: 'form_settings',
  title: 'The form',
  presets: 'presets',
  always: 'always',
  more: 'more',
  defaultEmail: 'defaultEmail',
  shopPhone: 'shopPhone',
  terms: 'terms',
  confirmed: 'confirmed',
} as const;

export const CHANNEL_SETTINGS_FORM = {
  callbackId: 'channel_settings',
  title: 'This channel',
  expiryHours: 'expiryHours',
  qr: 'isQrNeeded',
  preset: 'presetName',
  news: 'news',
  paidMentions: 'paidMentions',
} as const;

/** Buttons to the windows of the form’s settings and of the channel’s. */
export const FORM_SETTINGS_ACTION = 'open_form_settings';
export const CHANNEL_SETTINGS_ACTION = 'open_channel_settings';

/** A link out of Slack; the app does nothing when you press it. */
export const CONNECTION_ACTION = 'open_connection';

export const SETTINGS_OPTION = {
  qr: 'isQrNeeded',
  invoice: 'isInvoiceGenerated',
  whereTyped: 'isWhereTyped',
  sharedCustomers: 'areCustomersShared',
} as const;

/** Roles you can give in the settings; everyone else is a cashier. */
export const GIVEN_ROLES = ['supervisor', 'finance', 'admin'] as const;

export type GivenRole = (typeof GIVEN_ROLES)[number];

/** User ids by given role. */
export type GivenRoles = Record<GivenRole, string[]>;

const { expiryDays, reminderHours, askNextMinutes } = SETTINGS_RANGE;

/** The settings of the workspace's own window; the form has a window of its own. */
export type WindowSettings = Omit<
  WorkspaceSettings,
  'fields' | 'presets' | 'terms' | 'defaultEmail' | 'shopPhone'
>;

export interface SettingsFault {
  field: keyof WindowSettings | GivenRole;
  rule: 'range' | 'too_long' | 'time' | 'amount' | 'other_role' | 'fixed_admin' | 'last_admin';
}

/** The message under the field: one sentence on what to change. */
export const explainSettingsFault = ({ field, rule }: SettingsFault): string => {
  switch (rule) {
    case 'range':
      if (field === 'weeklySummaryOn') return 'Choose a day.';
      if (field === 'askNextMinutes')
        return `Write a whole number of minutes, from ${askNextMinutes.min} to ${askNextMinutes.max}, or leave it blank.`;
      return field === 'expiryDays'
        ? `Write a whole number of days, from ${expiryDays.min} to ${expiryDays.max}.`
        : `Write a whole number of hours, from ${reminderHours.min} to ${reminderHours.max}, or leave it blank for no reminder.`;
    case 'too_long':
      return 'A link expires before that: enter fewer hours, or more days above.';
    case 'time':
      return 'Choose an hour.';
    case 'amount':
      return 'Write an amount in dirhams with at most two decimals, such as 5000 or 250.50, or leave it blank for no limit.';
    case 'other_role':
      return 'Someone here has another role above: each person has one role.';
    case 'fixed_admin':
      return 'Someone here was made an admin during installation, and can’t have another role.';
    case 'last_admin':
      return 'At least one admin must remain.';
  }
};

/** A setting's name is both its block id and its element id. */
export const input = (block: string, label: string) => ({
  type: 'input' as const,
  block_id: block,
  label: plain(label, limits.input.label),
});

export const number = (action: string, range: { min: number; max: number }, value: string | null) => ({
  type: 'number_input' as const,
  action_id: action,
  is_decimal_allowed: false,
  min_value: String(range.min),
  max_value: String(range.max),
  ...(value === null ? {} : { initial_value: value }),
});

/** One of several: all to be seen at once, or in a menu. */
export const choice = (
  block: string,
  type: 'radio_buttons' | 'static_select',
  options: PlainTextOption[],
  chosen: string,
): InputBlock['element'] => {
  const [first] = options;
  const initial = options.find(({ value }) => value === chosen) ?? first;
  return { type, action_id: block, options, ...(initial ? { initial_option: initial } : {}) };
};
