import type { App } from '../app-parts.ts';
import { press } from '../people/frame.ts';
import { whenDue } from '../slack/listener.ts';
import { handleSearchFile } from './search-command.ts';
import { createSearchFileJob } from './search-file-job.ts';
import { parseSearchPointer } from './search-query.ts';
import { SEARCH_FILE_ACTION } from './search-view.ts';

export const SEARCH = {
  actions: {
    [SEARCH_FILE_ACTION]: press(
      {
        name: 'search_file',
        needs: 'export',
        about: { noun: 'search', find: async ({ place }) => parseSearchPointer(place.value) },
      },
      handleSearchFile,
    ),
  },
};

export const searchJobs = (app: App) => ({
  'search-file': whenDue(
    async ({ teamId }) => {
      return createSearchFileJob(app, await app.clients.of(teamId));
    },
    { isCancellable: true },
  ),
});
