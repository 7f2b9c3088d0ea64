import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ChannelSettings, ChannelSettingsStore } from '../../store/channel-settings-store.ts';
import type { Member, Members } from '../members.ts';
import type { SubmittedSettings } from './read-settings.ts';
import type { Settings, WorkspaceSettings } from './settings.ts';
import { type GivenRole, type GivenRoles, SETTINGS_FORM, SETTINGS_OPTION } from './settings-fields.ts';

/** One element's value in `view.state.values`; the element's type decides which property is set. */
const elementSchema = z.object({
  value: z.string().nullish(),
  selected_conversation: z.string().nullish(),
  selected_options: z.array(z.object({ value: z.string() })).nullish(),
  selected_time: z.string().nullish(),
  selected_users: z.array(z.string()).nullish(),
});

const stateSchema = z.record(z.string(), z.record(z.string(), elementSchema));

/** The choices for the channel where the form was opened. */
export const parseChannelSettings = (values: unknown): Pick<ChannelSettings, 'isPaidBroadcast'> => {
  const { channel } = SETTINGS_FORM;
  const chosen = stateSchema.parse(values)[channel]?.[channel]?.selected_options ?? [];
  return { isPaidBroadcast: chosen.some(({ value }) => value === SETTINGS_OPTION.paidBroadcast) };
};

/** Whether cards now go to the channel where the command is typed, not to a fixed one. */
export const parseIsWhereTyped = (values: unknown): boolean => {
  const { instead } = SETTINGS_FORM;
  const chosen = stateSchema.parse(values)[instead]?.[instead]?.selected_options ?? [];
  return chosen.some(({ value }) => value === SETTINGS_OPTION.whereTyped);
};

/** Reads the settings as Slack sends them; block and element have the same id. Trims text. */
export const parseSettingsValues = (values: unknown): SubmittedSettings => {
  const state = stateSchema.parse(values);
  const at = (block: string) => state[block]?.[block];
  const text = (block: string) => at(block)?.value?.trim() || null;
  const options = (at(SETTINGS_FORM.options)?.selected_options ?? []).map(({ value }) => value);
  return {
    defaultChannelId: at('defaultChannelId')?.selected_conversation ?? null,
    expiryDays: text('expiryDays'),
    isQrNeeded: options.includes(SETTINGS_OPTION.qr),
    isInvoiceGenerated: options.includes(SETTINGS_OPTION.invoice),
    reminderHours: text('reminderHours'),
    dailyCloseAt: at('dailyCloseAtMinute')?.selected_time ?? null,
    approvalLimit: text('approvalLimitFils'),
    defaultEmail: text('defaultEmail'),
    roles: {
      supervisor: at('supervisor')?.selected_users ?? [],
      finance: at('finance')?.selected_users ?? [],
      admin: at('admin')?.selected_users ?? [],
    },
  };
};

/** A workspace's current settings and roles. */
export interface SettingsSnapshot {
  settings: WorkspaceSettings;
  roleHolders: Member[];
  fixedAdmins: readonly string[];
  /** The channel where the form was opened; null: not opened from a channel. */
  channel: { id: string; settings: ChannelSettings } | null;
}

export const readSnapshot = async (
  { teamId, channelId }: { teamId: string; channelId: string | null },
  {
    members,
    settings,
    store,
  }: {
    members: Members;
    settings: Settings;
    store: { channelSettings: Pick<ChannelSettingsStore, 'of'> };
  },
): Promise<SettingsSnapshot> => {
  const [now, roleHolders, fixedAdmins, inChannel] = await Promise.all([
    settings.of(teamId),
    members.list(teamId),
    members.fixedAdmins(teamId),
    channelId === null ? null : store.channelSettings.of(teamId, channelId),
  ]);
  const channel = channelId === null || inChannel === null ? null : { id: channelId, settings: inChannel };
  return { settings: now, roleHolders, fixedAdmins, channel };
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
export const writeSettingsMetadata = (snapshot: SettingsSnapshot, isBare = false): string =>
  JSON.stringify({
    seen: mark(snapshot),
    ...(isBare ? { isBare } : {}),
    channelId: snapshot.channel?.id ?? null,
  });

export const parseSettingsMetadata = (metadata: string): z.infer<typeof metadataSchema> =>
  metadataSchema.parse(JSON.parse(metadata));

export const isStillAsShown = (metadata: string, snapshot: SettingsSnapshot): boolean =>
  parseSettingsMetadata(metadata).seen === mark(snapshot);

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

function mark({ settings, roleHolders, channel }: SettingsSnapshot): string {
  const roles = roleHolders.map(({ userId, role }) => `${userId} ${role}`).sort();
  const text = JSON.stringify([
    Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)),
    roles,
    channel,
  ]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
