import type { App } from '../app-parts.ts';
import type { Room } from '../room.ts';
import { whenDue } from '../slack/listener.ts';
import { handleChannelIdChanged, handleRemoval } from './events.ts';
import { createWelcomeJob, WELCOME_JOB } from './welcome-job.ts';

/** Removals, and channels that got a new id. */
export const TENANCY = {
  events: {
    app_uninstalled: handleRemoval,
    channel_id_changed: handleChannelIdChanged,
    tokens_revoked: handleRemoval,
  },
  /** The welcome to the person who installed the app. */
  jobs: (app: App) => ({
    [WELCOME_JOB]: whenDue(async ({ teamId }) => createWelcomeJob(app, await app.clients.of(teamId))),
  }),
} satisfies Room;
