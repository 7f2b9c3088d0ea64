import { open, press, submit } from '../people/frame.ts';
import { listenersOf } from '../slack/listener.ts';
import { acknowledge } from '../slack/rows.ts';
import { TAUGHT_WORD_MENU_ACTION } from '../teaching/taught-words-view.ts';
import {
  CHANNEL_SETTINGS_ACTION,
  CHANNEL_WINDOW,
  CONNECTION_ACTION,
  FORM_SETTINGS_ACTION,
  FORM_WINDOW,
  SETTINGS_WINDOW,
} from './windows-view.ts';

const windows = listenersOf(() => import('./open-settings.ts'));
const submissions = listenersOf(() => import('./submissions.ts'));
const words = listenersOf(() => import('./taught-word-menu.ts'));

/** The windows of the workspace's, the form's and a channel's settings. */
export const SETTINGS = {
  views: {
    [SETTINGS_WINDOW.callbackId]: submit(
      { name: 'settings', needs: 'change-settings' },
      submissions('handleSettingsSubmission'),
    ),
    [FORM_WINDOW.callbackId]: submit(
      { name: 'form_settings', needs: 'change-settings' },
      submissions('handleFormSettingsSubmission'),
    ),
    [CHANNEL_WINDOW.callbackId]: submit(
      { name: 'channel_settings', needs: 'change-settings' },
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
