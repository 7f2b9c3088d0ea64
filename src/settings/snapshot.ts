import { z } from 'zod';
import type { Members } from '../people/members.ts';
import { markSettings, markShown } from './setting.ts';
import type { Settings } from './settings.ts';
import { SETTINGS_ROWS } from './workspace-settings.ts';

type SettingsSnapshot = Awaited<ReturnType<typeof readSnapshot>>;

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

const metadataSchema = z.object({
  seen: z.string(),
  isBare: z.boolean().default(false),
  channelId: z.string().max(24).nullable().default(null),
});

/**
 * A window carries a hash of what it shows, so that submitting it does not undo another admin's change.
 * `isBare`: it shows neither people nor channel, because Slack rejected the window with them.
 */
export const writeSettingsMetadata = (seen: string, channelId: string | null, isBare = false): string =>
  JSON.stringify({ seen, isBare, channelId });

export const parseSettingsMetadata = (metadata: string): z.infer<typeof metadataSchema> =>
  metadataSchema.parse(JSON.parse(metadata));

/** Of what the window of the settings shows. */
export const markSnapshot = ({ settings, roleHolders }: SettingsSnapshot): string =>
  markShown([
    markSettings(SETTINGS_ROWS, settings),
    roleHolders.map(({ userId, role }) => `${userId} ${role}`).sort(),
  ]);
