import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { GivenRoles } from '../messages/settings-fields.ts';
import type { Member, Members } from '../workspaces/members.ts';
import type { Settings, WorkspaceSettings } from '../workspaces/settings.ts';

/** A workspace's settings and roles as they are. */
export interface SettingsStanding {
  settings: WorkspaceSettings;
  given: Member[];
  fixedAdmins: readonly string[];
}

export const readStanding = async (
  teamId: string,
  { members, settings }: { members: Members; settings: Settings },
): Promise<SettingsStanding> => {
  const [now, given, fixedAdmins] = await Promise.all([
    settings.of(teamId),
    members.list(teamId),
    members.fixedAdmins(teamId),
  ]);
  return { settings: now, given, fixedAdmins };
};

export const groupByRole = (given: readonly Member[]): GivenRoles => {
  const of = (role: Member['role']) =>
    given.filter((member) => member.role === role).map(({ userId }) => userId);
  return { supervisor: of('supervisor'), finance: of('finance'), admin: of('admin') };
};

const metadataSchema = z.object({ seen: z.string() });

/** The form goes out with the mark of what it shows, so that it does not undo what another admin changes meanwhile. */
export const writeSettingsMetadata = (standing: SettingsStanding): string =>
  JSON.stringify({ seen: mark(standing) });

export const isStillAsShown = (metadata: string, standing: SettingsStanding): boolean =>
  metadataSchema.parse(JSON.parse(metadata)).seen === mark(standing);

function mark({ settings, given }: SettingsStanding): string {
  const roles = given.map(({ userId, role }) => `${userId} ${role}`).sort();
  const text = JSON.stringify([Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)), roles]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 16);
}
