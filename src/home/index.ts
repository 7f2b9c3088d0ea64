import { noteFailure } from '../request-context.ts';
import { acknowledge, whenUsed } from '../slack/lazy.ts';
import { HOME_HIDE_STEPS_ACTION, OPEN_CONNECT_ACTION } from './home-setup-view.ts';
import {
  HOME_NEW_LINK_ACTION,
  HOME_REFRESH_ACTION,
  HOME_REPORT_ACTION,
  HOME_SETTINGS_ACTION,
} from './home-view.ts';
import type { HomeListenerDependencies, HomeOwner } from './open-homes.ts';

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

/** What a person just did may change what their home shows. */
export const redrawOpenHome = async (
  owner: HomeOwner,
  dependencies: HomeListenerDependencies,
): Promise<void> => {
  const { openHomes, patientClient, work, log } = dependencies;
  if (!openHomes.isOpen({ ...owner, token: patientClient.token })) return;
  try {
    await work.track(import('./publish-home.ts').then(({ publishHome }) => publishHome(owner, dependencies)));
  } catch (error) {
    // The work itself is done and reported; the home is read again when it is next opened.
    noteFailure();
    log.warn({ err: error }, 'home not drawn anew');
  }
};
