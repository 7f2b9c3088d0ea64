import type { Message } from '../blocks/message.ts';
import { describeSpan } from '../reports/date-span.ts';
import type { SavedSearch } from '../store/search-store.ts';
import { findLinks } from './find-links.ts';
import type { Unread } from './read-search-words.ts';
import type { SearchDependencies } from './search-dependencies.ts';
import { writeSearchPointer } from './search-pointer.ts';
import { buildSearchPage, SEARCH_PAGE_SIZE } from './search-view.ts';

/**
 * A page of a search, as its links are now. Who may see colleagues' links is asked each time: the role may be another
 * one since. `page` has been shown before, or is the one after those.
 */
export const readSearchPage = async (
  search: SavedSearch,
  { page, unread }: { page: number; unread: readonly Unread[] },
  dependencies: Pick<SearchDependencies, 'store' | 'members' | 'audit' | 'clock' | 'timeZone'>,
): Promise<Message> => {
  const { store, members, audit, clock, timeZone } = dependencies;
  const { id, teamId, userId } = search;
  const maySeeAll = await members.may(teamId, userId, 'use-any-link');
  const query = maySeeAll ? search.query : { ...search.query, ownerId: userId };
  const isOwnOnly = query.ownerId === userId;
  const found = await findLinks(
    {
      teamId,
      query,
      before: search.createdAt,
      after: search.starts[page] ?? null,
      size: SEARCH_PAGE_SIZE,
    },
    store.linkSearch,
  );
  const links = (await Promise.all(found.ids.map((link) => store.links.find(teamId, link)))).filter(
    (link) => link !== null,
  );
  if (found.next !== null) await store.searches.keepStart(teamId, id, page + 1, found.next);
  if (!isOwnOnly)
    await audit.write({
      teamId,
      actorId: userId,
      action: 'links-searched',
      // Not what was typed: it may be a customer's name.
      detail: { links: links.length },
    });
  return buildSearchPage({
    query,
    days: query.span && describeSpan(query.span, timeZone),
    userId,
    isOwnOnly,
    links,
    page,
    unread,
    pointers: {
      newer: page > 0 ? writeSearchPointer(id, page - 1) : null,
      older: found.next === null ? null : writeSearchPointer(id, page + 1),
    },
    lookedThrough: found.lookedThrough,
    isStopped: found.isStopped,
    now: clock.now(),
    timeZone,
  });
};
