import type { App } from '../app-parts.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import { WELCOME_JOB } from './welcome-job.ts';

const events = listenersOf(() => import('./events.ts'));

/** Removals, and what an organisation's admin allows. */
export const TENANCY = {
  events: {
    app_uninstalled: events('handleRemoval'),
    channel_id_changed: events('handleChannelIdChanged'),
    team_access_granted: events('handleTeamAccess'),
    team_access_revoked: events('handleTeamAccess'),
    tokens_revoked: events('handleRemoval'),
  },
};

/** The welcome to the person who installed the app. */
export const tenancyJobs = (app: App) => ({
  [WELCOME_JOB]: whenDue(async ({ teamId }) => {
    const { createWelcomeJob } = await import('./welcome-job.ts');
    return createWelcomeJob(app, await app.clients.of(teamId));
  }),
});
