import { press } from '../people/frame.ts';
import { listenersOf } from '../slack/listener.ts';
import { SEARCH_NEWER_ACTION, SEARCH_OLDER_ACTION } from './search-view.ts';

const search = listenersOf(() => import('./search-command.ts'));

const handleSearchPage = press(
  { name: 'search page', needs: null, about: { noun: 'search', find: search('findSearchPage') } },
  search('handleSearchPage'),
);

export const SEARCH = {
  actions: {
    [SEARCH_NEWER_ACTION]: handleSearchPage,
    [SEARCH_OLDER_ACTION]: handleSearchPage,
  },
};
