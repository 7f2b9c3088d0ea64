import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { Request } from '../../app-parts.ts';
import { buildNobodyAdministers } from '../../blocks/refusal.ts';
import { createButton } from '../../slack/button.ts';
import { openView } from '../../slack/views.ts';
import { permit } from '../members.ts';
import { buildChannelSettings } from './channel-settings-view.ts';
import { buildFormSettings } from './form-settings-view.ts';
import { groupByRole, parseSettingsMetadata, readSnapshot, writeSettingsMetadata } from './read-settings.ts';
import { CHANNEL_SETTINGS_FORM, FORM_SETTINGS_FORM, SETTINGS_FORM } from './settings-fields.ts';
import { buildSettingsView } from './settings-view.ts';
import { markForm, writeChannelMetadata } from './submissions.ts';

/** Opens the settings for an admin; tells anyone else whom to ask. */
export const openSettings = async (
  client: WebClient,
  request: Request,
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
  const { members, connectAddress } = request;
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
        if (!(await permit(asker, 'change-settings', request, refuse))) return null;
        // Creating the private page means a database write, so its button is added once the form is open.
        const shown = await readShown(asker, { ...request, connectAddress: null });
        let metadata = writeSettingsMetadata(shown.snapshot, channelId);
        const view = buildSettingsView({ ...shown, metadata });
        // Slack may reject a menu preset to a member who has left, or to a channel this admin is not in.
        const otherwise = () => {
          metadata = writeSettingsMetadata(shown.snapshot, channelId, true);
          return buildSettingsView({ ...shown, metadata, isBare: true });
        };
        if (connectAddress === null) return { view, otherwise };
        return { view, otherwise, fill: () => buildSettings(asker, request, metadata) };
      },
    },
    request,
  );
};

/** The current settings, to replace an open form. `metadata` is that form's, and says what it showed and how. */
export const buildSettings = async (
  asker: { teamId: string; userId: string },
  request: Request,
  metadata: string,
): Promise<ModalView> =>
  buildSettingsView({
    ...(await readShown({ ...asker, channelId: parseSettingsMetadata(metadata).channelId }, request)),
    metadata,
    isBare: parseSettingsMetadata(metadata).isBare,
  });

const readShown = async (
  { teamId, userId, channelId }: { teamId: string; userId: string; channelId: string | null },
  request: Request,
) => {
  const { connectAddress, store, timeZone } = request;
  const [snapshot, address, taughtWords] = await Promise.all([
    readSnapshot(teamId, request),
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
export const handleOpenFormSettings = createButton<Request>(
  'open_form_settings',
  ({ place, tell, args }, request) =>
    openView(
      {
        client: args.client,
        place,
        tell,
        first: FORM_SETTINGS_FORM,
        read: async (refuse) => {
          if (!(await permit(place, 'change-settings', request, refuse))) return null;
          const settings = await request.settings.of(place.teamId);
          const { timeZone } = request;
          return { view: buildFormSettings({ settings, timeZone, metadata: markForm(settings) }) };
        },
      },
      request,
    ),
);

/** Opens the settings of the channel where the workspace's were asked for. */
export const handleOpenChannelSettings = createButton<Request>(
  'open_channel_settings',
  ({ place, tell, args }, request) =>
    openView(
      {
        client: args.client,
        place,
        tell,
        first: CHANNEL_SETTINGS_FORM,
        read: async (refuse) => {
          if (!(await permit(place, 'change-settings', request, refuse))) return null;
          const channelId = place.view && parseSettingsMetadata(place.view.privateMetadata).channelId;
          if (channelId === null) throw new Error('the settings were asked for in no channel');
          const { teamId } = place;
          const [workspace, settings] = await Promise.all([
            request.settings.of(teamId),
            request.store.channelSettings.of(teamId, channelId),
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
      request,
    ),
);
