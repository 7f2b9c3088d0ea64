import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { buildNobodyAdministers } from '../messages/refusal.ts';
import { SETTINGS_FORM } from '../messages/settings-fields.ts';
import { buildSettingsView } from '../messages/settings-view.ts';
import type { RowKindStore } from '../store/row-kind-store.ts';
import type { Members } from '../workspaces/members.ts';
import type { Settings } from '../workspaces/settings.ts';
import type { ListenerDependencies } from './deps.ts';
import { openView } from './open-view.ts';
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
  client: WebClient,
  dependencies: OpenSettingsDependencies & Pick<ListenerDependencies, 'clock' | 'patientClient'>,
  { triggerId, teamId, userId }: { triggerId: string; teamId: string; userId: string },
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  const { members, connectAddress } = dependencies;
  const asker = { teamId, userId };
  await openView(
    {
      client,
      place: { triggerId, view: null },
      tell,
      first: { callbackId: SETTINGS_FORM.callbackId, title: 'Paylink settings' },
      read: async (refuse) => {
        if ((await members.roleOf(teamId, userId)) === null) {
          await refuse(buildNobodyAdministers(userId));
          return null;
        }
        if (!(await permit(asker, 'change-settings', dependencies, refuse))) return null;
        // The private page is written down before it is shown: its button comes once the form is open.
        const view = await buildSettings(asker, { ...dependencies, connectAddress: null }, null);
        if (connectAddress === null) return { view };
        return { view, fill: () => buildSettings(asker, dependencies, view.private_metadata ?? null) };
      },
    },
    dependencies,
  );
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
