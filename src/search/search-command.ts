import type { Request } from '../app-parts.ts';
import { describeSpan, wholeSeconds } from '../calendar/date-span.ts';
import { readListed } from '../links/card/find-link.ts';
import type { SaleState } from '../links/sale/display-state.ts';
import type { Typed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import type { Asker } from '../slack/rows.ts';
import { findLinks } from './find-links.ts';
import { MOST_MOVED } from './link-search-store.ts';
import { type ReadSearch, readSearchWords } from './read-search-words.ts';
import { buildOwnLinksOnly, buildSearchPage, SEARCH_PAGE_SIZE, type SearchPage } from './search-view.ts';

/** `/paylink find [words]` and `/paylink mine [words]`. */
export const handleSearchCommand = async (
  { command, asker, tell }: Typed,
  { isMine }: { isMine: boolean },
  request: Request,
): Promise<void> => {
  const at = { now: request.clock.now(), timeZone: request.timeZone };
  // The words as Slack sends them, because they carry the ids of people and channels.
  const search = readSearchWords((command.text ?? '').trim().replace(/^\S+/, ''), at);
  await tell(buildSearchPage(await searchSales(asker, { search, isMine }, request)));
};

interface Search {
  search: ReadSearch;
  isMine?: boolean;
  /** Instead of those that the words name, which the title repeats. */
  states?: readonly SaleState[];
  /** By the time when money came or went back in the span, and not by when they were made. */
  moved?: 'in' | 'back';
}

/** What these words name of what this person may see. Throws `Refused` if it is a colleague’s. */
export const searchSales = async (
  { teamId, userId }: Asker,
  { search: { query: typed, unread, isAsked }, isMine = false, states, moved }: Search,
  { store, members, audit, clock, timeZone }: Request,
): Promise<SearchPage> => {
  const now = clock.now();
  const asked = states === undefined ? typed : { ...typed, states };
  const permissions = await members.permissionsOf(teamId, userId);
  const isOwnOnly = isMine || asked.ownerId === userId || !permissions.includes('use-any-link');
  if (isOwnOnly && !isMine && asked.ownerId !== null && asked.ownerId !== userId)
    throw new Refused(buildOwnLinksOnly(await members.whoMay(teamId, 'use-any-link')));
  const query = isOwnOnly ? { ...asked, ownerId: userId } : asked;
  const find = async () => {
    if (!isAsked) return { ids: [], isStopped: false };
    const { span, ownerId } = query;
    if (moved === undefined || span === null) return findLinks({ teamId, query, before: now }, store);
    const of = { teamId, span: wholeSeconds(span), ownerId, isBack: moved === 'back' };
    const ids = await store.linkSearch.moved(of);
    return { ids, isStopped: ids.length >= MOST_MOVED };
  };
  const { ids, isStopped } = await find();
  const shown = ids.slice(0, SEARCH_PAGE_SIZE);
  const links = await Promise.all(shown.map((link) => store.links.find(teamId, link)));
  if (!isOwnOnly)
    await audit.write({
      teamId,
      actorId: userId,
      action: 'links-searched',
      // Without the words: they may be a customer's name.
      detail: { links: shown.length },
    });
  return {
    query: { ...query, states: typed.states },
    days: query.span && describeSpan(query.span, timeZone),
    userId,
    isOwnOnly,
    links: await readListed(
      links.filter((link) => link !== null),
      { store },
    ),
    count: ids.length,
    unread,
    canReport: permissions.includes('read-reports'),
    isStopped,
    now,
    timeZone,
  };
};
