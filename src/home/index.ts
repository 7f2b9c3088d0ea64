import type { Request } from '../app-parts.ts';
import { open, press } from '../people/frame.ts';
import { noteFailure } from '../request-context.ts';
import type { Room } from '../room.ts';
import { acknowledge } from '../slack/rows.ts';
import {
  handleConfirmAccount,
  handleHomeNewLink,
  handleHomeRefresh,
  handleHomeReport,
  handleHomeSettings,
  handleHomeTerms,
  handleHomeTry,
} from './home-presses.ts';
import {
  CONFIRM_ACCOUNT_ACTION,
  HOME_TERMS_ACTION,
  HOME_TRY_ACTION,
  OPEN_CONNECT_ACTION,
} from './home-setup-view.ts';
import {
  HOME_NEW_LINK_ACTION,
  HOME_REFRESH_ACTION,
  HOME_REPORT_ACTION,
  HOME_SETTINGS_ACTION,
} from './home-view.ts';
import type { HomeOwner } from './open-homes.ts';
import { handleAppHomeOpened, publishHome } from './publish-home.ts';

/** The app's home and its buttons. */
export const HOME = {
  events: { app_home_opened: handleAppHomeOpened },
  actions: {
    [HOME_NEW_LINK_ACTION]: open({ name: 'home_new_link', needs: null }, handleHomeNewLink),
    [HOME_REPORT_ACTION]: open({ name: 'home_report', needs: 'read-reports' }, handleHomeReport),
    [HOME_REFRESH_ACTION]: press({ name: 'home_refresh', needs: null }, handleHomeRefresh),
    [HOME_SETTINGS_ACTION]: open({ name: 'home_settings', needs: 'change-settings' }, handleHomeSettings),
    [HOME_TERMS_ACTION]: open({ name: 'home_terms', needs: 'change-settings' }, handleHomeTerms),
    [HOME_TRY_ACTION]: open({ name: 'home_try', needs: 'change-settings' }, handleHomeTry),
    [CONFIRM_ACCOUNT_ACTION]: press(
      { name: 'confirm_account', needs: 'change-settings' },
      handleConfirmAccount,
    ),
    [OPEN_CONNECT_ACTION]: acknowledge,
  },
} satisfies Room;

/** What a person just did may change what their home shows. */
export const redrawOpenHome = async (owner: HomeOwner, request: Request): Promise<void> => {
  const { openHomes, patientClient, work, log } = request;
  if (!openHomes.isOpen({ ...owner, token: patientClient.token })) return;
  try {
    await work.track(publishHome(owner, request));
  } catch (error) {
    // The work itself is done and reported; the home is read again when it is next opened.
    noteFailure();
    log.warn({ err: error }, 'home not drawn anew');
  }
};
