import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { buildNobodyAdministers } from '../../blocks/refusal.ts';
import { createButton } from '../../slack/button.ts';
import { openView } from '../../slack/views.ts';
import type { TaughtWordStore } from '../../store/taught-word-store.ts';
import { type Members, permit } from '../members.ts';
import type { WorkspaceDependencies } from '../workspace-dependencies.ts';
import { buildChannelSettings } from './channel-settings-view.ts';
import { buildFormSettings } from './form-settings-view.ts';
import { groupByRole, parseSettingsMetadata, readSnapshot, writeSettingsMetadata } from './read-settings.ts';
import type { Settings } from './settings.ts';
import { CHANNEL_SETTINGS_FORM, FORM_SETTINGS_FORM, SETTINGS_FORM } from './settings-fields.ts';
import { buildSettingsView } from './settings-view.ts';
import { markForm, writeChannelMetadata } from './submissions.ts';

interface OpenSettingsDependencies {
  members: Members;
  settings: Settings;
  /** A fresh private page for entering credentials, if the user may; null: credentials are in the environment. */
  connectAddress: ((teamId: string, userId: string) => Promise<string | null>) | null;
  store: { taughtWords: Pick<TaughtWordStore, 'list'> };
  timeZone: string;
}

/** Opens the settings for an admin; tells anyone else whom to ask. */
export const openSettings = async (
  client: WebClient,
  dependencies: OpenSettingsDependencies & Pick<WorkspaceDependencies, 'clock' | 'patientClient'>,
  {
    triggerId,
    teamId,
    userId,
    channelId,
  }: {
    triggerId: string;
    teamId: string;
    userId: string;
    /** Offers this channel's settings; null: not asked for in a channel. */
    channelId: string | null;
  },
  tell: (text: string) => Promise<unknown>,
): Promise<void> => {
  const { members, connectAddress } = dependencies;
  const asker = { teamId, userId, channelId };
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
        // Creating the private page means a database write, so its button is added once the form is open.
        const shown = await readShown(asker, { ...dependencies, connectAddress: null });
        let metadata = writeSettingsMetadata(shown.snapshot, channelId);
        const view = buildSettingsView({ ...shown, metadata });
        // Slack may reject a menu preset to a member who has left, or to a channel this admin is not in.
        const otherwise = () => {
          metadata = writeSettingsMetadata(shown.snapshot, channelId, true);
          return buildSettingsView({ ...shown, metadata, isBare: true });
        };
        if (connectAddress === null) return { view, otherwise };
        return { view, otherwise, fill: () => buildSettings(asker, dependencies, metadata) };
      },
    },
    dependencies,
  );
};

/** The current settings, to replace an open form. `metadata` is that form's, and says what it showed and how. */
export const buildSettings = async (
  asker: { teamId: string; userId: string },
  dependencies: OpenSettingsDependencies,
  metadata: string,
): Promise<ModalView> =>
  buildSettingsView({
    ...(await readShown({ ...asker, channelId: parseSettingsMetadata(metadata).channelId }, dependencies)),
    metadata,
    isBare: parseSettingsMetadata(metadata).isBare,
  });

const readShown = async (
  { teamId, userId, channelId }: { teamId: string; userId: string; channelId: string | null },
  dependencies: OpenSettingsDependencies,
) => {
  const { connectAddress, store, timeZone } = dependencies;
  const [snapshot, address, taughtWords] = await Promise.all([
    readSnapshot(teamId, dependencies),
    connectAddress === null ? null : connectAddress(teamId, userId),
    store.taughtWords.list(teamId),
  ]);
  return {
    snapshot,
    settings: snapshot.settings,
    channelId,
    roles: groupByRole(snapshot.roleHolders),
    fixedAdmins: snapshot.fixedAdmins,
    timeZone,
    connectAddress: address,
    taughtWords,
  };
};

/** Opens the settings of the form on top of the workspace's. */
export const handleOpenFormSettings = createButton<WorkspaceDependencies>(
  'open_form_settings',
  ({ place, tell, args }, dependencies) =>
    openView(
      {
        client: args.client,
        place,
        tell,
        first: FORM_SETTINGS_FORM,
        read: async (refuse) => {
          if (!(await permit(place, 'change-settings', dependencies, refuse))) return null;
          const settings = await dependencies.settings.of(place.teamId);
          const { timeZone } = dependencies;
          return { view: buildFormSettings({ settings, timeZone, metadata: markForm(settings) }) };
        },
      },
      dependencies,
    ),
);

/** Opens the settings of the channel where the workspace's were asked for. */
export const handleOpenChannelSettings = createButton<WorkspaceDependencies>(
  'open_channel_settings',
  ({ place, tell, args }, dependencies) =>
    openView(
      {
        client: args.client,
        place,
        tell,
        first: CHANNEL_SETTINGS_FORM,
        read: async (refuse) => {
          if (!(await permit(place, 'change-settings', dependencies, refuse))) return null;
          const channelId = place.view && parseSettingsMetadata(place.view.privateMetadata).channelId;
          if (channelId === null) throw new Error('the settings were asked for in no channel');
          const { teamId } = place;
          const [workspace, settings] = await Promise.all([
            dependencies.settings.of(teamId),
            dependencies.store.channelSettings.of(teamId, channelId),
          ]);
          const build = (isBare: boolean) =>
            buildChannelSettings({
              channelId,
              settings,
              workspace,
              metadata: writeChannelMetadata(channelId, settings, isBare),
              isBare,
            });
          // Slack may refuse a menu that begins with somebody who has left.
          return { view: build(false), otherwise: () => build(true) };
        },
      },
      dependencies,
    ),
);
