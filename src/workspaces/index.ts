import type { App } from '../app-parts.ts';
import { acknowledge, listenersOf, whenDue } from '../slack/listener.ts';
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
    [SETTINGS_FORM.callbackId]: submissions('handleSettingsSubmission'),
    [FORM_SETTINGS_FORM.callbackId]: submissions('handleFormSettingsSubmission'),
    [CHANNEL_SETTINGS_FORM.callbackId]: submissions('handleChannelSettingsSubmission'),
    [WHAT_CAME_FORM]: words('handleWhatCameSubmission'),
  },
  actions: {
    [FORM_SETTINGS_ACTION]: windows('handleOpenFormSettings'),
    [CHANNEL_SETTINGS_ACTION]: windows('handleOpenChannelSettings'),
    [SEE_WHAT_CAME_ACTION]: words('handleSeeWhatCame'),
    [SAVE_AS_TEST_ACTION]: words('handleSaveAsTest'),
    [TAUGHT_WORD_MENU_ACTION]: words('handleTaughtWordMenu'),
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
