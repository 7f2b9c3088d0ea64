import type { App } from '../app-parts.ts';
import { whenDue } from '../slack/listener.ts';
import { handleChannelIdChanged, handleRemoval, handleTeamAccess } from './events.ts';
import { createWelcomeJob, WELCOME_JOB } from './welcome-job.ts';

/** Removals, and what an organisation's admin allows. */
export const TENANCY = {
  events: {
    app_uninstalled: handleRemoval,
    channel_id_changed: handleChannelIdChanged,
    team_access_granted: handleTeamAccess,
    team_access_revoked: handleTeamAccess,
    tokens_revoked: handleRemoval,
  },
};

/** The welcome to the person who installed the app. */
export const tenancyJobs = (app: App) => ({
  [WELCOME_JOB]: whenDue(async ({ teamId }) => {
    return createWelcomeJob(app, await app.clients.of(teamId));
  }),
});
