import type { Conversation, Snapshot } from './page-api.ts';
import type { PageState } from './page-state.ts';

type Look = Pick<PageState, 'place' | 'tab' | 'seen'>;

const newestBy = (snapshot: Snapshot): Map<string, string> => {
  const newest = new Map<string, string>();
  for (const { channel, ts } of snapshot.messages)
    if (ts > (newest.get(channel) ?? '')) newest.set(channel, ts);
  return newest;
};

/** Messages from before a person's first look are not unread; visible messages are read. */
export const markSeen = ({ place, tab, seen }: Look, snapshot: Snapshot): PageState['seen'] => {
  const newest = newestBy(snapshot);
  const marked = { ...seen };
  for (const { id } of snapshot.conversations) {
    const key = `${snapshot.me} ${id}`;
    const isShown = id === place && tab === 'messages';
    if (marked[key] === undefined || isShown) marked[key] = newest.get(id) ?? '';
  }
  return marked;
};

export const isUnread = (
  { id }: Pick<Conversation, 'id'>,
  { snapshot, seen, place, tab }: Look & Pick<PageState, 'snapshot'>,
): boolean => {
  if (id === place && tab === 'messages') return false;
  const newest = snapshot.messages.findLast((one) => one.channel === id)?.ts ?? '';
  return newest > (seen[`${snapshot.me} ${id}`] ?? '');
};
