import type { WorkspaceSettings } from '../store/settings-store.ts';

/** Block and element of a setting have the setting's own name, those of a role the role's. */
export const SETTINGS_FORM = {
  callbackId: 'settings',
  options: 'options',
  channel: 'channel',
  instead: 'instead',
  connection: 'connection',
} as const;

/** A link out of Slack: nothing is done when it is pressed. */
export const CONNECTION_ACTION = 'open_connection';

export const SETTINGS_OPTION = {
  qr: 'isQrNeeded',
  invoice: 'isInvoiceGenerated',
  paidBroadcast: 'isPaidBroadcast',
  whereTyped: 'isWhereTyped',
} as const;

/** Roles that are given in the settings; everybody else is a cashier. */
export const GIVEN_ROLES = ['supervisor', 'finance', 'admin'] as const;

export type GivenRole = (typeof GIVEN_ROLES)[number];

/** Who was given which role, by id. */
export type GivenRoles = Record<GivenRole, string[]>;

/** Where a fault is told: a block of the form. */
export type SettingsBlock = keyof WorkspaceSettings | GivenRole;
