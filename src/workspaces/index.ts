import type { App, Request } from '../app-parts.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import { acknowledge } from '../slack/rows.ts';
import { firstOf } from '../slack/submit.ts';
import type { Link } from '../store/link.ts';
import { open, press, submit } from './frame.ts';
import {
  CHANNEL_SETTINGS_ACTION,
  CHANNEL_SETTINGS_FORM,
  CONNECTION_ACTION,
  FORM_SETTINGS_ACTION,
  FORM_SETTINGS_FORM,
  SETTINGS_FORM,
} from './settings/settings-fields.ts';
import { WELCOME_JOB } from './welcome-job.ts';
import { WHAT_CAME_JOB } from './words/ask-about-record.ts';
import { TAUGHT_WORD_MENU_ACTION } from './words/taught-words-view.ts';
import { SAVE_AS_TEST_ACTION, SEE_WHAT_CAME_ACTION, WHAT_CAME_FORM } from './words/what-came-view.ts';

const events = listenersOf(() => import('./events.ts'));
const windows = listenersOf(() => import('./settings/open-settings.ts'));
const submissions = listenersOf(() => import('./settings/submissions.ts'));
const words = listenersOf(() => import('./words/what-came-press.ts'));

const LINK: About<Request, Link, Pressed> = {
  noun: 'payment link',
  find: async ({ place: { teamId, value } }, { store }) =>
    value === null ? null : store.links.find(teamId, value),
};

const ofRecords = (name: string) => ({ name, needs: 'explain-records', about: LINK }) as const;

/** Installs, removals, settings, and the words that admins explain. */
export const WORKSPACES = {
  events: {
    app_uninstalled: events('handleRemoval'),
    channel_id_changed: events('handleChannelIdChanged'),
    team_access_granted: events('handleTeamAccess'),
    team_access_revoked: events('handleTeamAccess'),
    tokens_revoked: events('handleRemoval'),
  },
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
    [WHAT_CAME_FORM]: submit(
      {
        ...{ name: 'what came', needs: 'explain-records', field: firstOf },
        about: { noun: 'payment link', find: words('findExplained') },
      },
      words('handleWhatCameSubmission'),
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
    [SEE_WHAT_CAME_ACTION]: open(ofRecords('see what came'), words('handleSeeWhatCame')),
    [SAVE_AS_TEST_ACTION]: open(ofRecords('save as test'), words('handleSaveAsTest')),
    [TAUGHT_WORD_MENU_ACTION]: press(
      { name: 'taught word menu', needs: 'change-settings' },
      words('handleTaughtWordMenu'),
    ),
    [CONNECTION_ACTION]: acknowledge,
  },
};

/** The welcome to the person who installed the app, and the questions what the service said. */
export const workspaceJobs = (app: App) => ({
  [WELCOME_JOB]: whenDue(async ({ teamId }) => {
    const { createWelcomeJob } = await import('./welcome-job.ts');
    return createWelcomeJob(app, await app.clients.of(teamId));
  }),
  [WHAT_CAME_JOB]: whenDue(async ({ teamId }) => {
    const { createWhatCameJob } = await import('./words/ask-about-record.ts');
    return createWhatCameJob(app, await app.clients.of(teamId));
  }),
});
