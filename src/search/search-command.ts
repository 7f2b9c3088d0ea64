import type { Request } from '../app-parts.ts';
import type { Message } from '../blocks/message.ts';
import { isChannel } from '../blocks/place.ts';
import { readListed } from '../links/card/find-link.ts';
import { describeSpan } from '../reports/date-span.ts';
import type { Pressed, Typed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { SavedSearch } from '../store/saved-query-store.ts';
import { findLinks } from './find-links.ts';
import { readSearchWords, type Unread } from './read-search-words.ts';
import { buildOwnLinksOnly, buildSearchPage, SEARCH_PAGE_SIZE } from './search-view.ts';

/** `/paylink find [words]` and `/paylink mine [words]`. */
export const handleSearchCommand = async (
  { command, asker: { teamId, userId }, tell }: Typed,
  { isMine }: { isMine: boolean },
  request: Request,
): Promise<void> => {
  const { store, members, ids, clock, timeZone } = request;
  const channelId = isChannel(command.channel_id) ? command.channel_id : null;
  const now = clock.now();
  // The words as Slack sends them, because they carry the ids of people and channels.
  const typed = (command.text ?? '').trim().replace(/^\S+/, '');
  const { query, unread } = readSearchWords(typed, { now, timeZone, userId, channelId });
  if (isMine) query.ownerId = userId;
  const isOther = query.ownerId !== null && query.ownerId !== userId;
  if (isOther && !(await members.may(teamId, userId, 'use-any-link')))
    throw new Refused(buildOwnLinksOnly(await members.whoMay(teamId, 'use-any-link')));
  const search: SavedSearch = {
    id: ids.search(),
    teamId,
    userId,
    query,
    starts: [null],
    createdAt: now,
  };
  await store.searches.save(search);
  await tell(await readSearchPage(search, { page: 0, unread }, request));
};

/** A page that a person has seen, or the next one. */
interface SearchPage {
  search: SavedSearch;
  page: number;
}

/** For the person who searched. */
export const findSearchPage = async (
  { place: { teamId, userId, value } }: Pressed,
  { store }: Request,
): Promise<SearchPage | null> => {
  const pointer = parseSearchPointer(value);
  const search = pointer && (await store.searches.find(teamId, pointer.searchId));
  if (pointer === null || search?.userId !== userId || pointer.page >= search.starts.length) return null;
  return { search, page: pointer.page };
};

/** Shows another page of a search in place of the current one. */
export const handleSearchPage = async (
  { about: { search, page }, args }: Pressed & { about: SearchPage },
  request: Request,
): Promise<void> => {
  const shown = await readSearchPage(search, { page, unread: [] }, request);
  await args.respond({ response_type: 'ephemeral', replace_original: true, ...shown });
};

/**
 * A page of a search with the links as they are now. Checks each time whether the person may see colleagues' links,
 * because roles change. `page` is one that was shown before, or the next one.
 */
const readSearchPage = async (
  search: SavedSearch,
  { page, unread }: { page: number; unread: readonly Unread[] },
  request: Request,
): Promise<Message> => {
  const { store, members, audit, clock, timeZone } = request;
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
      // Without the words: they may be a customer's name.
      detail: { links: links.length },
    });
  return buildSearchPage({
    query,
    days: query.span && describeSpan(query.span, timeZone),
    userId,
    isOwnOnly,
    links: await readListed(links, { store }),
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

const POINTER = /^(srch_[\w-]{1,40})\.(\d{1,4})$/;

/** What a page's button carries: the saved search and the page, counted from 0. Never data. */
export const writeSearchPointer = (searchId: string, page: number): string => `${searchId}.${page}`;

/** Null if the text is not from a search's button. */
export const parseSearchPointer = (value: string | null): { searchId: string; page: number } | null => {
  const [, searchId, page] = POINTER.exec(value ?? '') ?? [];
  return searchId === undefined ? null : { searchId, page: Number(page) };
};
