import { acknowledge, whenDue, whenUsed } from '../slack/lazy.ts';
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

const handleRemoval = whenUsed(async () => (await import('./events.ts')).handleRemoval);
const handleChannelIdChanged = whenUsed(async () => (await import('./events.ts')).handleChannelIdChanged);
const handleTeamAccess = whenUsed(async () => (await import('./events.ts')).handleTeamAccess);
const handleSettingsSubmission = whenUsed(
  async () => (await import('./settings/submissions.ts')).handleSettingsSubmission,
);
const handleFormSettingsSubmission = whenUsed(
  async () => (await import('./settings/submissions.ts')).handleFormSettingsSubmission,
);
const handleChannelSettingsSubmission = whenUsed(
  async () => (await import('./settings/submissions.ts')).handleChannelSettingsSubmission,
);
const handleOpenFormSettings = whenUsed(
  async () => (await import('./settings/open-settings.ts')).handleOpenFormSettings,
);
const handleOpenChannelSettings = whenUsed(
  async () => (await import('./settings/open-settings.ts')).handleOpenChannelSettings,
);
const rowKindButton = (name: 'handleRowKindPayment' | 'handleRowKindOther' | 'handleRowKindMenu') =>
  whenUsed(async () => (await import('./words/row-kind-press.ts'))[name]);

/** Installs, removals, settings, and the words that admins explain. */
export const WORKSPACES = {
  events: {
    app_uninstalled: handleRemoval,
    channel_id_changed: handleChannelIdChanged,
    team_access_granted: handleTeamAccess,
    team_access_revoked: handleTeamAccess,
    tokens_revoked: handleRemoval,
  },
  views: {
    [SETTINGS_FORM.callbackId]: handleSettingsSubmission,
    [FORM_SETTINGS_FORM.callbackId]: handleFormSettingsSubmission,
    [CHANNEL_SETTINGS_FORM.callbackId]: handleChannelSettingsSubmission,
  },
  actions: {
    [FORM_SETTINGS_ACTION]: handleOpenFormSettings,
    [CHANNEL_SETTINGS_ACTION]: handleOpenChannelSettings,
    [ROW_KIND_PAYMENT_ACTION]: rowKindButton('handleRowKindPayment'),
    [ROW_KIND_OTHER_ACTION]: rowKindButton('handleRowKindOther'),
    [ROW_KIND_MENU_ACTION]: rowKindButton('handleRowKindMenu'),
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
