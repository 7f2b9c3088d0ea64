import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Member, Members } from '../members.ts';
import type { SubmittedSettings } from './read-settings.ts';
import type { Settings, WorkspaceSettings } from './settings.ts';
import { type GivenRole, type GivenRoles, SETTINGS_FORM, SETTINGS_OPTION } from './settings-fields.ts';
import { readState } from './settings-state.ts';

/** Whether cards now go to the channel where the command is typed, not to a fixed one. */
export const parseIsWhereTyped = (values: unknown): boolean =>
  readState(values).ticked(SETTINGS_FORM.instead).includes(SETTINGS_OPTION.whereTyped);

export const parseSettingsValues = (values: unknown): SubmittedSettings => {
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

/** A workspace's current settings and roles. */
interface SettingsSnapshot {
  settings: WorkspaceSettings;
  roleHolders: Member[];
  fixedAdmins: readonly string[];
}

export const readSnapshot = async (
  teamId: string,
  { members, settings }: { members: Members; settings: Settings },
): Promise<SettingsSnapshot> => {
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
  const { fields: _, presets: __, terms: ___, defaultEmail: ____, ...shown } = settings;
  const roles = roleHolders.map(({ userId, role }) => `${userId} ${role}`).sort();
  return markShown([Object.entries(shown).sort(([a], [b]) => (a < b ? -1 : 1)), roles]);
}

/** What a window shows, as short as a window's metadata can carry it. */
export const markShown = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 16);
