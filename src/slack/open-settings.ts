import type { WebClient } from '@slack/web-api';
import { buildNobodyAdministers } from '../messages/refusal.ts';
import { buildSettingsView } from '../messages/settings-view.ts';
import type { Members } from '../workspaces/members.ts';
import type { Settings } from '../workspaces/settings.ts';
import { permit } from './permit.ts';
import { groupByRole, readStanding, writeSettingsMetadata } from './settings-standing.ts';

export interface OpenSettingsDependencies {
  members: Members;
  settings: Settings;
  /** A fresh private page for the payment service's credentials, if they may enter them; null: they are in the environment. */
  connectAddress: ((teamId: string, userId: string) => Promise<string | null>) | null;
  timeZone: string;
}

/** Opens the settings for an admin; anybody else is told whom to ask. */
export const openSettings = async (
  client: Pick<WebClient, 'views'>,
  dependencies: OpenSettingsDependencies,
  { triggerId, teamId, userId }: { triggerId: string; teamId: string; userId: string },
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  const { members, connectAddress, timeZone } = dependencies;
  if ((await members.roleOf(teamId, userId)) === null) {
    await tell(buildNobodyAdministers(userId));
    return;
  }
  if (!(await permit({ teamId, userId }, 'change-settings', dependencies, tell))) return;
  const [standing, address] = await Promise.all([
    readStanding(teamId, dependencies),
    connectAddress === null ? null : connectAddress(teamId, userId),
  ]);
  await client.views.open({
    trigger_id: triggerId,
    view: buildSettingsView({
      settings: standing.settings,
      roles: groupByRole(standing.given),
      fixedAdmins: standing.fixedAdmins,
      timeZone,
      connectAddress: address,
      metadata: writeSettingsMetadata(standing),
    }),
  });
};
