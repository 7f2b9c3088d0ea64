import type { RespondArguments, SlashCommand } from '@slack/bolt';
import { isChannel } from '../blocks/place.ts';
import { readTeamId } from '../slack/read-origin.ts';
import type { SavedSearch } from '../store/search-store.ts';
import { readSearchPage } from './read-search-page.ts';
import { readSearchWords } from './read-search-words.ts';
import type { SearchDependencies } from './search-dependencies.ts';
import { buildOwnLinksOnly } from './search-view.ts';

interface SearchArgs {
  command: Pick<SlashCommand, 'team_id' | 'user_id' | 'channel_id' | 'text'>;
  respond: (message: RespondArguments) => Promise<unknown>;
}

/** `/paylink find [words]` and `/paylink mine [words]`. Call it after the ack, under `guard`. */
export const handleSearchCommand = async (
  { command, respond }: SearchArgs,
  { isMine }: { isMine: boolean },
  dependencies: SearchDependencies,
): Promise<void> => {
  const { store, members, ids, clock, timeZone } = dependencies;
  const teamId = readTeamId(command);
  const userId = command.user_id;
  const channelId = isChannel(command.channel_id) ? command.channel_id : null;
  const now = clock.now();
  // The words as Slack wrote them, because they carry the ids of people and channels.
  const typed = (command.text ?? '').trim().replace(/^\S+/, '');
  const { query, unread } = readSearchWords(typed, { now, timeZone, userId, channelId });
  if (isMine) query.ownerId = userId;
  const isOther = query.ownerId !== null && query.ownerId !== userId;
  if (isOther && !(await members.may(teamId, userId, 'use-any-link'))) {
    const who = await members.whoMay(teamId, 'use-any-link');
    await respond({ response_type: 'ephemeral', text: buildOwnLinksOnly(who) });
    return;
  }
  const search: SavedSearch = {
    id: ids.search(),
    teamId,
    userId,
    query,
    starts: [null],
    createdAt: now,
  };
  await store.searches.save(search);
  const page = await readSearchPage(search, { page: 0, unread }, dependencies);
  await respond({ response_type: 'ephemeral', ...page });
};
