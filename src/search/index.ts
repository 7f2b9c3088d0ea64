import { listenersOf } from '../slack/listener.ts';
import { SEARCH_NEWER_ACTION, SEARCH_OLDER_ACTION } from './search-view.ts';

const handleSearchPage = listenersOf(() => import('./search-command.ts'))('handleSearchPage');

export const SEARCH = {
  actions: {
    [SEARCH_NEWER_ACTION]: handleSearchPage,
    [SEARCH_OLDER_ACTION]: handleSearchPage,
  },
};
