import { open, press, submit } from '../people/frame.ts';
import { listenersOf } from '../slack/listener.ts';
import { acknowledge } from '../slack/rows.ts';
import { TAUGHT_WORD_MENU_ACTION } from '../teaching/taught-words-view.ts';
import {
  CHANNEL_SETTINGS_ACTION,
  CHANNEL_SETTINGS_FORM,
  CONNECTION_ACTION,
  FORM_SETTINGS_ACTION,
  FORM_SETTINGS_FORM,
  SETTINGS_FORM,
} from './settings-fields.ts';

const windows = listenersOf(() => import('./open-settings.ts'));
const submissions = listenersOf(() => import('./submissions.ts'));
const words = listenersOf(() => import('./taught-word-menu.ts'));

/** The windows of the workspace's, the form's and a channel's settings. */
export const SETTINGS = {
  views: {
    [SETTINGS_FORM.callbackId]: submit(
      { name: 'settings', needs: 'change-settings', field: 'expiryDays' },
      submissions('handleSettingsSubmission'),
    ),
    [FORM_SETTINGS_FORM.callbackId]: submit(
      { name: 'form_settings', needs: 'change-settings', field: FORM_SETTINGS_FORM.presets },
      submissions('handleFormSettingsSubmission'),
    ),
    [CHANNEL_SETTINGS_FORM.callbackId]: submit(
      { name: 'channel_settings', needs: 'change-settings', field: CHANNEL_SETTINGS_FORM.expiryHours },
      submissions('handleChannelSettingsSubmission'),
    ),
  },
  actions: {
    [FORM_SETTINGS_ACTION]: open(
      { name: 'open_form_settings', needs: 'change-settings' },
      windows('handleOpenFormSettings'),
    ),
    [CHANNEL_SETTINGS_ACTION]: open(
      { name: 'open_channel_settings', needs: 'change-settings' },
      windows('handleOpenChannelSettings'),
    ),
    [TAUGHT_WORD_MENU_ACTION]: press(
      { name: 'taught word menu', needs: 'change-settings' },
      words('handleTaughtWordMenu'),
    ),
    [CONNECTION_ACTION]: acknowledge,
  },
};
