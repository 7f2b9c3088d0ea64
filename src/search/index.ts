import type { App } from '../app-parts.ts';
import { fileJob, showFile } from '../exports/file-job.ts';
import { press } from '../people/frame.ts';
import type { Shown } from '../slack/show.ts';
import { handleSearchFile } from './search-command.ts';
import { describeSearchFile } from './search-file.ts';
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
  'search-file': fileJob(app, 'search-file', describeSearchFile),
});

export const shownSearch = (app: App): Shown => ({ 'search-file': showFile(app, describeSearchFile) });
