import { parseAedAmount } from '../../payment-service/index.ts';
import { SETTINGS_RANGE, type WorkspaceSettings } from '../../store/settings-store.ts';
import type { Role } from '../roles.ts';

/** The submitted settings before any rule is applied: text as typed. */
export interface SubmittedSettings {
  defaultChannelId: string | null;
  expiryDays: string | null;
  isQrNeeded: boolean;
  isInvoiceGenerated: boolean;
  reminderHours: string | null;
  /** `21:00` */
  dailyCloseAt: string | null;
  /** `0` for Monday. */
  weeklySummaryOn: string | null;
  weeklySummaryAt: string | null;
  approvalLimit: string | null;
  askNextMinutes: string | null;
  areCustomersShared: boolean;
  /** User ids by the role they should get. */
  roles: Record<GivenRole, readonly string[]>;
}

type GivenRole = Exclude<Role, 'cashier'>;

export interface SettingsFault {
  field: keyof WindowSettings | GivenRole;
  rule: 'range' | 'too_long' | 'time' | 'amount' | 'other_role' | 'fixed_admin' | 'last_admin';
}

/** What the workspace's own window has; the form has a window of its own. */
type WindowSettings = Omit<WorkspaceSettings, 'fields' | 'presets' | 'terms' | 'defaultEmail'>;

type ReadSettings =
  | { chosen: WindowSettings; roles: Map<string, GivenRole>; faults: null }
  | { chosen: null; faults: SettingsFault[] };

/** `fixedAdmins` stay admins whatever the form says, so they cannot get another role. */
export const readSettings = (submitted: SubmittedSettings, fixedAdmins: readonly string[]): ReadSettings => {
  const faults: SettingsFault[] = [];
  const fail = (field: SettingsFault['field'], rule: SettingsFault['rule']): null => {
    faults.push({ field, rule });
    return null;
  };
  const expiryDays =
    readWhole(submitted.expiryDays, SETTINGS_RANGE.expiryDays) ?? fail('expiryDays', 'range');
  const reminderHours =
    submitted.reminderHours === null
      ? null
      : (readWhole(submitted.reminderHours, SETTINGS_RANGE.reminderHours) ?? fail('reminderHours', 'range'));
  // A reminder due before the link even exists would never be sent.
  if (expiryDays !== null && reminderHours !== null && reminderHours >= expiryDays * 24)
    fail('reminderHours', 'too_long');
  const dailyCloseAtMinute = readMinute(submitted.dailyCloseAt) ?? fail('dailyCloseAtMinute', 'time');
  const weeklySummaryAtMinute =
    readMinute(submitted.weeklySummaryAt) ?? fail('weeklySummaryAtMinute', 'time');
  const weeklySummaryOn =
    readWhole(submitted.weeklySummaryOn, { min: 0, max: 6 }) ?? fail('weeklySummaryOn', 'range');
  const approvalLimitFils =
    submitted.approvalLimit === null
      ? null
      : (parseAedAmount(submitted.approvalLimit) ?? fail('approvalLimitFils', 'amount'));
  const askNextMinutes =
    submitted.askNextMinutes === null
      ? null
      : (readWhole(submitted.askNextMinutes, SETTINGS_RANGE.askNextMinutes) ??
        fail('askNextMinutes', 'range'));
  const roles = readRoles(submitted.roles, fixedAdmins, fail);
  if (
    faults.length > 0 ||
    expiryDays === null ||
    dailyCloseAtMinute === null ||
    weeklySummaryOn === null ||
    weeklySummaryAtMinute === null
  )
    return { chosen: null, faults };
  const { defaultChannelId, isQrNeeded, isInvoiceGenerated, areCustomersShared } = submitted;
  return {
    chosen: {
      defaultChannelId,
      expiryDays,
      isQrNeeded,
      isInvoiceGenerated,
      reminderHours,
      dailyCloseAtMinute,
      weeklySummaryOn,
      weeklySummaryAtMinute,
      approvalLimitFils,
      askNextMinutes,
      areCustomersShared,
    },
    roles,
    faults: null,
  };
};

/** One role per user: the second list that names them gets the error. */
function readRoles(
  submitted: SubmittedSettings['roles'],
  fixedAdmins: readonly string[],
  fail: (field: GivenRole, rule: 'other_role' | 'fixed_admin') => null,
): Map<string, GivenRole> {
  const roles = new Map<string, GivenRole>();
  for (const role of ['supervisor', 'finance', 'admin'] as const) {
    const people = [...new Set(submitted[role])];
    if (people.some((userId) => roles.has(userId))) fail(role, 'other_role');
    else if (role !== 'admin' && people.some((userId) => fixedAdmins.includes(userId)))
      fail(role, 'fixed_admin');
    for (const userId of people) if (!fixedAdmins.includes(userId)) roles.set(userId, role);
  }
  return roles;
}

function readWhole(text: string | null, { min, max }: { min: number; max: number }): number | null {
  if (text === null || !/^\d{1,4}$/.test(text)) return null;
  const value = Number(text);
  return value >= min && value <= max ? value : null;
}

function readMinute(text: string | null): number | null {
  const [, hour = '', minute = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text ?? '') ?? [];
  return hour === '' ? null : Number(hour) * 60 + Number(minute);
}
