import { acknowledge, whenUsed } from '../slack/lazy.ts';
import { OPEN_CONNECT_ACTION } from './home-connection-view.ts';
import { HOME_HIDE_STEPS_ACTION } from './home-first-steps-view.ts';
import {
  HOME_NEW_LINK_ACTION,
  HOME_REFRESH_ACTION,
  HOME_REPORT_ACTION,
  HOME_SETTINGS_ACTION,
} from './home-view.ts';

const handleAppHomeOpened = whenUsed(async () => (await import('./publish-home.ts')).handleAppHomeOpened);
const homeButton = (name: keyof typeof import('./home-presses.ts')) =>
  whenUsed(async () => (await import('./home-presses.ts'))[name]);

/** The app's home and its buttons. */
export const HOME = {
  events: {
    app_home_opened: handleAppHomeOpened,
  },
  actions: {
    [HOME_NEW_LINK_ACTION]: homeButton('handleHomeNewLink'),
    [HOME_REPORT_ACTION]: homeButton('handleHomeReport'),
    [HOME_REFRESH_ACTION]: homeButton('handleHomeRefresh'),
    [HOME_SETTINGS_ACTION]: homeButton('handleHomeSettings'),
    [HOME_HIDE_STEPS_ACTION]: homeButton('handleHomeHideSteps'),
    [OPEN_CONNECT_ACTION]: acknowledge,
  },
};
