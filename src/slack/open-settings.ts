import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { buildNobodyAdministers } from '../messages/refusal.ts';
import { buildSettingsView } from '../messages/settings-view.ts';
import type { RowKindStore } from '../store/row-kind-store.ts';
import type { Members } from '../workspaces/members.ts';
import type { Settings } from '../workspaces/settings.ts';
import { permit } from './permit.ts';
import { groupByRole, readStanding, writeSettingsMetadata } from './settings-standing.ts';

export interface OpenSettingsDependencies {
  members: Members;
  settings: Settings;
  /** A fresh private page for the payment service's credentials, if they may enter them; null: they are in the environment. */
  connectAddress: ((teamId: string, userId: string) => Promise<string | null>) | null;
  store: { rowKinds: Pick<RowKindStore, 'list'> };
  timeZone: string;
}

/** Opens the settings for an admin; anybody else is told whom to ask. */
export const openSettings = async (
  client: Pick<WebClient, 'views'>,
  dependencies: OpenSettingsDependencies,
  { triggerId, teamId, userId }: { triggerId: string; teamId: string; userId: string },
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  const { members } = dependencies;
  if ((await members.roleOf(teamId, userId)) === null) {
    await tell(buildNobodyAdministers(userId));
    return;
  }
  if (!(await permit({ teamId, userId }, 'change-settings', dependencies, tell))) return;
  await client.views.open({
    trigger_id: triggerId,
    view: await buildSettings({ teamId, userId }, dependencies, null),
  });
};

/** The settings as they are. `metadata`: of the form that this one takes the place of; it tells what that one showed. */
export const buildSettings = async (
  { teamId, userId }: { teamId: string; userId: string },
  dependencies: OpenSettingsDependencies,
  metadata: string | null,
): Promise<ModalView> => {
  const { connectAddress, store, timeZone } = dependencies;
  const [standing, address, rowKinds] = await Promise.all([
    readStanding(teamId, dependencies),
    connectAddress === null ? null : connectAddress(teamId, userId),
    store.rowKinds.list(teamId),
  ]);
  return buildSettingsView({
    settings: standing.settings,
    roles: groupByRole(standing.given),
    fixedAdmins: standing.fixedAdmins,
    timeZone,
    connectAddress: address,
    rowKinds,
    metadata: metadata ?? writeSettingsMetadata(standing),
  });
};
