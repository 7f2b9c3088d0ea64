import type { App } from '../app-parts.ts';
import { press } from '../people/frame.ts';
import { listenersOf, whenDue } from '../slack/listener.ts';
import { parseSearchPointer } from './search-query.ts';
import { SEARCH_FILE_ACTION } from './search-view.ts';

const search = listenersOf(() => import('./search-command.ts'));

export const SEARCH = {
  actions: {
    [SEARCH_FILE_ACTION]: press(
      {
        name: 'search_file',
        needs: 'export',
        about: { noun: 'search', find: async ({ place }) => parseSearchPointer(place.value) },
      },
      search('handleSearchFile'),
    ),
  },
};

export const searchJobs = (app: App) => ({
  'search-file': whenDue(
    async ({ teamId }) => {
      const { createSearchFileJob } = await import('./search-file-job.ts');
      return createSearchFileJob(app, await app.clients.of(teamId));
    },
    { isCancellable: true },
  ),
});
