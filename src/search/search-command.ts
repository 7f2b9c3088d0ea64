import type { Request } from '../app-parts.ts';
import { describeSpan } from '../calendar/date-span.ts';
import { askForFile } from '../exports/ask-for-file.ts';
import { buildFileStarted } from '../exports/file-messages-view.ts';
import { readListed } from '../links/card/find-link.ts';
import type { Pressed, Typed } from '../slack/frame.ts';
import { Refused } from '../slack/refused.ts';
import { FOR_ANSWER, findLinks } from './find-links.ts';
import { readSearchWords } from './read-search-words.ts';
import type { SearchFilePayload } from './search-file.ts';
import type { SearchPointer } from './search-query.ts';
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
  const { query, unread, isAsked } = readSearchWords(typed, { now, timeZone });
  if (isMine) query.ownerId = userId;
  const permissions = await members.permissionsOf(teamId, userId);
  if (!permissions.includes('use-any-link')) {
    if (query.ownerId !== null && query.ownerId !== userId)
      throw new Refused(buildOwnLinksOnly(await members.whoMay(teamId, 'use-any-link')));
    query.ownerId = userId;
  }
  const isOwnOnly = query.ownerId === userId;
  const found = isAsked
    ? await findLinks({ teamId, query, before: now }, store.linkSearch, FOR_ANSWER)
    : { ids: [], lookedThrough: 0, isStopped: false };
  const shown = found.ids.slice(0, SEARCH_PAGE_SIZE);
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
      count: found.ids.length,
      unread,
      pointer: permissions.includes('export') ? { query, before: now } : null,
      lookedThrough: found.lookedThrough,
      isStopped: found.isStopped,
      now,
      timeZone,
    }),
  );
};

/** Sends every link that the search finds as a file, in a direct message. */
export const handleSearchFile = async (
  { about: pointer, place: { teamId, userId, value }, tell }: Pressed & { about: SearchPointer },
  request: Request,
): Promise<void> => {
  // Recorded first, so that nobody has a file without an entry in the audit trail.
  await request.audit.write({
    teamId,
    actorId: userId,
    action: 'report-exported',
    subject: 'search',
    detail: { format: 'csv' },
  });
  const payload: SearchFilePayload = { userId, ...pointer };
  const isNew = await askForFile({ teamId, kind: 'search-file', same: value ?? '', payload }, request);
  await tell(buildFileStarted(null, isNew));
};
