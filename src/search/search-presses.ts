import { createButton } from '../slack/button.ts';
import { readSearchPage } from './read-search-page.ts';
import type { SearchDependencies } from './search-dependencies.ts';
import { parseSearchPointer } from './search-pointer.ts';

/** Another page of a search, in place of the current one. */
export const handleSearchPage = createButton<SearchDependencies>(
  'search page',
  async ({ place, tell, args }, dependencies) => {
    const { teamId, userId, value } = place;
    const pointer = parseSearchPointer(value);
    const search = pointer && (await dependencies.store.searches.find(teamId, pointer.searchId));
    if (pointer === null || search?.userId !== userId || pointer.page >= search.starts.length) {
      await tell('That search is no longer available. Run `/paylink find` again.');
      return;
    }
    const page = await readSearchPage(search, { page: pointer.page, unread: [] }, dependencies);
    await args.respond({ response_type: 'ephemeral', replace_original: true, ...page });
  },
);
