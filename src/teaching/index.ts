import type { App, Request } from '../app-parts.ts';
import { open, submit } from '../people/frame.ts';
import type { About } from '../slack/admit.ts';
import type { Pressed } from '../slack/frame.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import type { Link } from '../store/link.ts';
import { WHAT_CAME_JOB } from './ask-about-record.ts';
import { SAVE_AS_TEST_ACTION, SEE_WHAT_CAME_ACTION, WHAT_CAME_FORM } from './what-came-view.ts';

const words = listenersOf(() => import('./what-came-press.ts'));

const LINK: About<Request, Link, Pressed> = {
  noun: 'payment link',
  find: async ({ place: { teamId, value } }, { store }) =>
    value === null ? null : store.links.find(teamId, value),
};

const ofRecords = (name: string) => ({ name, needs: 'explain-records', about: LINK }) as const;

/** *See what came*, and what admins answer there. */
export const TEACHING = {
  views: {
    [WHAT_CAME_FORM]: submit(
      {
        ...{ name: 'what came', needs: 'explain-records' },
        about: { noun: 'payment link', find: words('findExplained') },
      },
      words('handleWhatCameSubmission'),
    ),
  },
  actions: {
    [SEE_WHAT_CAME_ACTION]: open(ofRecords('see what came'), words('handleSeeWhatCame')),
    [SAVE_AS_TEST_ACTION]: open(ofRecords('save as test'), words('handleSaveAsTest')),
  },
};

/** Asks the admins what the service said. */
export const teachingJobs = (app: App) => ({
  [WHAT_CAME_JOB]: whenDue(async ({ teamId }) => {
    const { createWhatCameJob } = await import('./ask-about-record.ts');
    return createWhatCameJob(app, await app.clients.of(teamId));
  }),
});
