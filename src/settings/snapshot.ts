import { z } from 'zod';
import type { Request } from '../app-parts.ts';
import { CHANNEL_ROWS, type ChannelSettings } from './channel-settings.ts';
import { groupByRole } from './roles.ts';
import { markShown, rowsUnder, SECTIONS, type Section, type SettingRows } from './setting.ts';
import { WORKSPACE_ROWS, type WorkspaceSettings } from './workspace-settings.ts';

export type SettingsSnapshot = Awaited<ReturnType<typeof readSnapshot>>;

/** All that the windows show. `channelId`: the channel where the settings were asked for, which has some of its own; null: in none. */
export const readSnapshot = async (
  { teamId, channelId }: { teamId: string; channelId: string | null },
  { members, settings, store }: Pick<Request, 'members' | 'settings' | 'store'>,
) => {
  const [workspace, ofChannel, roleHolders, fixedAdmins] = await Promise.all([
    settings.of(teamId),
    channelId === null ? null : store.settings.ofChannel(teamId, channelId),
    members.list(teamId),
    members.fixedAdmins(teamId),
  ]);
  const values: WorkspaceSettings & Partial<ChannelSettings> = { ...workspace, ...ofChannel };
  return { channelId, values, roles: groupByRole(roleHolders), fixedAdmins };
};

/** The fields of a window. */
export const rowsOf = (section: Section, { channelId }: Pick<SettingsSnapshot, 'channelId'>): SettingRows =>
  rowsUnder(section, channelId === null ? WORKSPACE_ROWS : { ...WORKSPACE_ROWS, ...CHANNEL_ROWS });

const metadataSchema = z.object({
  /** Null: the window that lists the sections. */
  section: z.enum(Object.keys(SECTIONS) as Section[]).nullable(),
  seen: z.string(),
  isBare: z.boolean(),
  channelId: z.string().max(24).nullable(),
});

type SettingsMetadata = z.infer<typeof metadataSchema>;

/**
 * A window carries a hash of what it shows, so that submitting it does not undo another admin's change.
 * `isBare`: it shows neither people nor channel, because Slack rejected the window with them.
 */
export const writeSettingsMetadata = (metadata: SettingsMetadata): string => JSON.stringify(metadata);

export const parseSettingsMetadata = (metadata: string): SettingsMetadata =>
  metadataSchema.parse(JSON.parse(metadata));

/** Of what a window shows. */
export const markSection = (section: Section, snapshot: SettingsSnapshot): string =>
  markShown([
    Object.keys(rowsOf(section, snapshot)).map((name) => (snapshot.values as Record<string, unknown>)[name]),
    section === 'people' ? Object.values(snapshot.roles).map((some) => [...some].sort()) : null,
  ]);
