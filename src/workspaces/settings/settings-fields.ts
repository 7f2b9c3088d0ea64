import { LINK_REQUEST_RULES } from '../../payment-service/link-request.ts';
import { SETTINGS_RANGE, type WorkspaceSettings } from '../../store/settings-store.ts';

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

const { expiryDays, nudgeHours } = SETTINGS_RANGE;

/** Tells an admin, in one sentence, what to change there. */
export const explainSettingsFault = ({ field, rule }: { field: string; rule: string }): string => {
  switch (rule) {
    case 'range':
      return field === 'expiryDays'
        ? `Write a whole number of days, from ${expiryDays.min} to ${expiryDays.max}.`
        : `Write a whole number of hours, from ${nudgeHours.min} to ${nudgeHours.max}, or nothing for no reminder.`;
    case 'too_long':
      return 'A link does not live that long: write fewer hours, or more days above.';
    case 'time':
      return 'Choose an hour.';
    case 'amount':
      return 'Write an amount in dirhams with at most two decimals, such as 5000 or 250.50, or nothing for no limit.';
    case 'email':
      return `Enter an e-mail of at most ${LINK_REQUEST_RULES.Email.max} characters, or leave it blank.`;
    case 'other_role':
      return 'Somebody here has another role above: one person has one role.';
    case 'fixed_admin':
      return 'Somebody here is an admin by the way Paylink was set up, and can have no other role.';
    default:
      return 'Somebody must be left who is an admin.';
  }
};
