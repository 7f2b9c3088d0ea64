import { createButton } from '../../slack/button.ts';
import { openView } from '../../slack/open-view.ts';
import { permit } from '../roles.ts';
import type { WorkspaceDependencies } from '../workspace-dependencies.ts';
import { writeChannelMetadata } from './channel-settings-submission.ts';
import { buildChannelSettings } from './channel-settings-view.ts';
import { markForm } from './form-settings-submission.ts';
import { buildFormSettings } from './form-settings-view.ts';
import { CHANNEL_SETTINGS_FORM, FORM_SETTINGS_FORM } from './settings-fields.ts';
import { parseSettingsMetadata } from './settings-values.ts';

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
