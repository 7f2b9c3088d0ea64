import { createHash } from 'node:crypto';
import { z } from 'zod';
import { parseAedAmount } from '../payment-service/index.ts';
import type { Member, Members } from '../people/members.ts';
import { SETTINGS_RANGE } from '../store/settings-store.ts';
import type { Settings } from './settings.ts';
import {
  GIVEN_ROLES,
  type GivenRole,
  type GivenRoles,
  SETTINGS_FORM,
  SETTINGS_OPTION,
  type SettingsFault,
  type WindowSettings,
} from './settings-fields.ts';
import { readState } from './take-settings.ts';

/** Whether cards now go to the channel where the command is typed, not to a fixed one. */
export const parseIsWhereTyped = (values: unknown): boolean =>
  readState(values).ticked(SETTINGS_FORM.instead).includes(SETTINGS_OPTION.whereTyped);

/** The submitted settings before any rule is applied: text as typed. */
export type SubmittedSettings = ReturnType<typeof parseSettingsValues>;

export const parseSettingsValues = (values: unknown) => {
  const { text, time, chosen, conversation, ticked, people } = readState(values);
  const options = ticked(SETTINGS_FORM.options);
  return {
    defaultChannelId: conversation('defaultChannelId'),
    expiryDays: text('expiryDays'),
    isQrNeeded: options.includes(SETTINGS_OPTION.qr),
    isInvoiceGenerated: options.includes(SETTINGS_OPTION.invoice),
    reminderHours: text('reminderHours'),
    dailyCloseAt: time('dailyCloseAtMinute'),
    weeklySummaryOn: chosen('weeklySummaryOn'),
    weeklySummaryAt: time('weeklySummaryAtMinute'),
    approvalLimit: text('approvalLimitFils'),
    askNextMinutes: text('askNextMinutes'),
    areCustomersShared: ticked(SETTINGS_FORM.customers).includes(SETTINGS_OPTION.sharedCustomers),
    roles: { supervisor: people('supervisor'), finance: people('finance'), admin: people('admin') },
  };
};

type SettingsSnapshot = Awaited<ReturnType<typeof readSnapshot>>;

/** A workspace's current settings and roles. */
export const readSnapshot = async (
  teamId: string,
  { members, settings }: { members: Members; settings: Settings },
) => {
  const [now, roleHolders, fixedAdmins] = await Promise.all([
    settings.of(teamId),
    members.list(teamId),
    members.fixedAdmins(teamId),
  ]);
  return { settings: now, roleHolders, fixedAdmins };
};

export const groupByRole = (roleHolders: readonly Member[]): GivenRoles => {
  const of = (role: Member['role']) =>
    roleHolders.filter((member) => member.role === role).map(({ userId }) => userId);
  return { supervisor: of('supervisor'), finance: of('finance'), admin: of('admin') };
};

const metadataSchema = z.object({
  seen: z.string(),
  isBare: z.boolean().default(false),
  channelId: z.string().max(24).nullable().default(null),
});

/**
 * The form carries a hash of what it shows, so that submitting it does not undo another admin's change.
 * `isBare`: it shows neither people nor channel, because Slack rejected the form with them.
 */
export const writeSettingsMetadata = (
  snapshot: SettingsSnapshot,
  channelId: string | null,
  isBare = false,
): string => JSON.stringify({ seen: markSnapshot(snapshot), ...(isBare ? { isBare } : {}), channelId });

export const parseSettingsMetadata = (metadata: string): z.infer<typeof metadataSchema> =>
  metadataSchema.parse(JSON.parse(metadata));

export const isStillAsShown = (metadata: string, snapshot: SettingsSnapshot): boolean =>
  parseSettingsMetadata(metadata).seen === markSnapshot(snapshot);

/**
 * An empty field keeps its current value if the form may not have shown that value: always for the channel, since
 * Slack may show its menu empty; for people, in a bare form.
 */
export const keepUnshown = (
  submitted: SubmittedSettings,
  { settings, roleHolders }: SettingsSnapshot,
  { isBare, isWhereTyped }: { isBare: boolean; isWhereTyped: boolean },
): SubmittedSettings => {
  const defaultChannelId = isWhereTyped ? null : (submitted.defaultChannelId ?? settings.defaultChannelId);
  if (!isBare) return { ...submitted, defaultChannelId };
  const current = groupByRole(roleHolders);
  const keep = (role: GivenRole) =>
    submitted.roles[role].length > 0 ? submitted.roles[role] : current[role];
  return {
    ...submitted,
    defaultChannelId,
    roles: { supervisor: keep('supervisor'), finance: keep('finance'), admin: keep('admin') },
  };
};

/** The form's settings have a window and a mark of their own. */
function markSnapshot({ settings, roleHolders }: SettingsSnapshot): string {
  const { fields: _, presets: __, terms: ___, defaultEmail: ____, shopPhone: _____, ...shown } = settings;
  const roles = roleHolders.map(({ userId, role }) => `${userId} ${role}`).sort();
  return markShown([Object.entries(shown).sort(([a], [b]) => (a < b ? -1 : 1)), roles]);
}

/** What a window shows, as short as a window's metadata can carry it. */
export const markShown = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);

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
  for (const role of GIVEN_ROLES) {
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
