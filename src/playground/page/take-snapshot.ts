import type { FormState } from './form-state.ts';
import type { Snapshot } from './page-api.ts';
import type { PageState } from './page-state.ts';
import { messageScope, viewScope } from './scope.ts';

const newestBy = (snapshot: Snapshot): Map<string, string> => {
  const newest = new Map<string, string>();
  for (const { channel, ts } of snapshot.messages)
    if (ts > (newest.get(channel) ?? '')) newest.set(channel, ts);
  return newest;
};

/** What was there before a person first looked is not news; what is on the screen is seen. */
const updateSeen = (state: PageState, snapshot: Snapshot): PageState['seen'] => {
  const newest = newestBy(snapshot);
  const seen = { ...state.seen };
  for (const { id } of snapshot.conversations) {
    const key = `${snapshot.me} ${id}`;
    if (seen[key] === undefined || id === state.place) seen[key] = newest.get(id) ?? '';
  }
  return seen;
};

const isDm = ({ conversations }: Snapshot, id: string): boolean =>
  conversations.some((one) => one.id === id && one.kind === 'dm');

/** The same place; for another person the app's messages are another conversation. */
const choosePlace = ({ place, snapshot }: PageState, told: Snapshot): string => {
  const { conversations } = told;
  if (conversations.some((one) => one.id === place)) return place;
  const own = isDm(snapshot, place) ? conversations.find(({ kind }) => kind === 'dm') : undefined;
  return (own ?? conversations[0])?.id ?? '';
};

/** The page's state after the server told something new. */
export const takeSnapshot = (state: PageState, snapshot: Snapshot, forms: FormState): Partial<PageState> => {
  for (const view of [...snapshot.modals, ...(snapshot.home ? [snapshot.home] : [])])
    forms.adopt(viewScope(view.id), view.hash, view.blocks, view.filled);
  for (const message of snapshot.messages)
    if (message.blocks) forms.adopt(messageScope(message), JSON.stringify(message.blocks), message.blocks);
  const place = choosePlace(state, snapshot);
  const wasElsewhere = place !== state.place;
  return {
    snapshot,
    place,
    seen: updateSeen({ ...state, place }, snapshot),
    now: Date.now(),
    isLive: true,
    ...(wasElsewhere ? { thread: null } : {}),
    ...(isDm(snapshot, place) ? {} : { tab: 'messages' as const }),
  };
};
