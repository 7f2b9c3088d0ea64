import type { ModalView } from '@slack/types';
import type { Request } from '../app-parts.ts';
import type { Pressed } from '../slack/frame.ts';
import type { Opening } from '../slack/views.ts';
import { CHANNEL_ROWS } from './channel-settings.ts';
import { FORM_ROWS } from './form-settings.ts';
import { groupByRole } from './roles.ts';
import { markSettings } from './setting.ts';
import { markSnapshot, parseSettingsMetadata, readSnapshot, writeSettingsMetadata } from './snapshot.ts';
import {
  buildChannelSettings,
  buildFormSettings,
  buildSettingsView,
  CHANNEL_WINDOW,
  FORM_WINDOW,
  SETTINGS_WINDOW,
} from './windows-view.ts';

/** The settings, for admins. `channelId`: offers this channel's, too; null: not asked for in a channel. */
export const openSettings = (
  request: Request,
  asker: { teamId: string; userId: string; channelId: string | null },
): Opening => ({
  first: SETTINGS_WINDOW,
  read: async () => {
    const { connectAddress } = request;
    const { channelId } = asker;
    // Creating the private page means a database write, so its button is added once the form is open.
    const shown = await readShown(asker, { ...request, connectAddress: null });
    let metadata = writeSettingsMetadata(markSnapshot(shown.snapshot), channelId);
    const view = buildSettingsView({ ...shown, metadata });
    // Slack may reject a menu preset to a member who has left, or to a channel this admin is not in.
    const otherwise = () => {
      metadata = writeSettingsMetadata(markSnapshot(shown.snapshot), channelId, true);
      return buildSettingsView({ ...shown, metadata, isBare: true });
    };
    if (connectAddress === null) return { view, otherwise };
    return { view, otherwise, fill: () => buildSettings(asker, request, metadata) };
  },
});

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
  const { connectAddress, store, timeZone, config } = request;
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
    operatorWords: config.stateWords,
  };
};

export const handleOpenFormSettings = (
  { place }: Pressed,
  { settings: { of }, timeZone }: Request,
): Opening => ({
  first: FORM_WINDOW,
  read: async () => {
    const settings = await of(place.teamId);
    return { view: buildFormSettings({ settings, timeZone, metadata: markSettings(FORM_ROWS, settings) }) };
  },
});

/** The settings of the channel where the workspace's were asked for. */
export const handleOpenChannelSettings = (
  { place: { teamId, view } }: Pressed,
  request: Request,
): Opening => ({
  first: CHANNEL_WINDOW,
  read: async () => {
    const channelId = view && parseSettingsMetadata(view.privateMetadata).channelId;
    if (channelId === null) throw new Error('the settings were asked for in no channel');
    const settings = await request.store.settings.ofChannel(teamId, channelId);
    const build = (isBare: boolean) =>
      buildChannelSettings({
        channelId,
        settings,
        timeZone: request.timeZone,
        metadata: writeSettingsMetadata(markSettings(CHANNEL_ROWS, settings), channelId, isBare),
        isBare,
      });
    // Slack may refuse a menu that begins with somebody who has left.
    return { view: build(false), otherwise: () => build(true) };
  },
});
