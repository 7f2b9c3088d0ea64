import { acknowledge, listenersOf, whenDue } from '../slack/listener.ts';
import type { SlackClientOf } from '../slack/slack-clients.ts';
import type { Installations } from './installations.ts';
import {
  CHANNEL_SETTINGS_ACTION,
  CHANNEL_SETTINGS_FORM,
  CONNECTION_ACTION,
  FORM_SETTINGS_ACTION,
  FORM_SETTINGS_FORM,
  SETTINGS_FORM,
} from './settings/settings-fields.ts';
import { WELCOME_JOB } from './welcome-job.ts';
import { ROW_KIND_JOB, type RowKindJobDependencies } from './words/ask-row-kind.ts';
import {
  ROW_KIND_MENU_ACTION,
  ROW_KIND_OTHER_ACTION,
  ROW_KIND_PAYMENT_ACTION,
} from './words/row-kind-question-view.ts';

const events = listenersOf(() => import('./events.ts'));
const windows = listenersOf(() => import('./settings/open-settings.ts'));
const submissions = listenersOf(() => import('./settings/submissions.ts'));
const words = listenersOf(() => import('./words/row-kind-press.ts'));

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
  },
  actions: {
    [FORM_SETTINGS_ACTION]: windows('handleOpenFormSettings'),
    [CHANNEL_SETTINGS_ACTION]: windows('handleOpenChannelSettings'),
    [ROW_KIND_PAYMENT_ACTION]: words('handleRowKindPayment'),
    [ROW_KIND_OTHER_ACTION]: words('handleRowKindOther'),
    [ROW_KIND_MENU_ACTION]: words('handleRowKindMenu'),
    [CONNECTION_ACTION]: acknowledge,
  },
};

/** The welcome to the person who installed the app, and the question what an unknown word means. */
export const workspaceJobs = ({
  clientOf,
  installations,
  ...shared
}: Omit<RowKindJobDependencies, 'client'> & {
  clientOf: SlackClientOf;
  /** Null: a single workspace whose token comes from the environment. */
  installations: Installations | null;
}) => ({
  [WELCOME_JOB]: whenDue(async ({ teamId }) => {
    const { createWelcomeJob } = await import('./welcome-job.ts');
    return createWelcomeJob({ client: await clientOf(teamId), installations, log: shared.log });
  }),
  [ROW_KIND_JOB]: whenDue(async ({ teamId }) => {
    const { createRowKindJob } = await import('./words/ask-row-kind.ts');
    return createRowKindJob({ ...shared, client: await clientOf(teamId) });
  }),
});
