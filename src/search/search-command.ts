import type { Request } from '../app-parts.ts';
import { describeSpan } from '../calendar/date-span.ts';
import { readListed } from '../links/card/find-link.ts';
import type { Typed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import { findLinks } from './find-links.ts';
import { readSearchWords } from './read-search-words.ts';
import { buildOwnLinksOnly, buildSearchPage, SEARCH_PAGE_SIZE } from './search-view.ts';

/** `/paylink find [words]` and `/paylink mine [words]`. */
export const handleSearchCommand = async (
  { command, asker: { teamId, userId }, tell }: Typed,
  { isMine }: { isMine: boolean },
  request: Request,
): Promise<void> => {
  const { store, members, audit, clock, timeZone } = request;
  const now = clock.now();
  // The words as Slack sends them, because they carry the ids of people and channels.
  const typed = (command.text ?? '').trim().replace(/^\S+/, '');
  const { query: asked, unread, isAsked } = readSearchWords(typed, { now, timeZone });
  const permissions = await members.permissionsOf(teamId, userId);
  const isOwnOnly = isMine || asked.ownerId === userId || !permissions.includes('use-any-link');
  if (isOwnOnly && !isMine && asked.ownerId !== null && asked.ownerId !== userId)
    throw new Refused(buildOwnLinksOnly(await members.whoMay(teamId, 'use-any-link')));
  const query = isOwnOnly ? { ...asked, ownerId: userId } : asked;
  const { ids, isStopped } = isAsked
    ? await findLinks({ teamId, query, before: now }, store)
    : { ids: [], isStopped: false };
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
  await tell(
    buildSearchPage({
      query,
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
    }),
  );
};
