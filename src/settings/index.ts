import { open, submit } from '../people/frame.ts';
import type { Room } from '../room.ts';
import { acknowledge } from '../slack/rows.ts';
import { handleOpenChannelSettings, handleOpenFormSettings } from './open-settings.ts';
import {
  handleChannelSettingsSubmission,
  handleFormSettingsSubmission,
  handleSettingsSubmission,
} from './submissions.ts';
import {
  CHANNEL_SETTINGS_ACTION,
  CHANNEL_WINDOW,
  CONNECTION_ACTION,
  FORM_SETTINGS_ACTION,
  FORM_WINDOW,
  SETTINGS_WINDOW,
} from './windows-view.ts';

export const SETTINGS = {
  views: {
    [SETTINGS_WINDOW.callbackId]: submit(
      { name: 'settings', needs: 'change-settings' },
      handleSettingsSubmission,
    ),
    [FORM_WINDOW.callbackId]: submit(
      { name: 'form_settings', needs: 'change-settings' },
      handleFormSettingsSubmission,
    ),
    [CHANNEL_WINDOW.callbackId]: submit(
      { name: 'channel_settings', needs: 'change-settings' },
      handleChannelSettingsSubmission,
    ),
  },
  actions: {
    [FORM_SETTINGS_ACTION]: open(
      { name: 'open_form_settings', needs: 'change-settings' },
      handleOpenFormSettings,
    ),
    [CHANNEL_SETTINGS_ACTION]: open(
      { name: 'open_channel_settings', needs: 'change-settings' },
      handleOpenChannelSettings,
    ),
    [CONNECTION_ACTION]: acknowledge,
  },
} satisfies Room;
