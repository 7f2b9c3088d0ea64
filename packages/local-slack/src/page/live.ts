import type { FormState } from './form-state.ts';
import type { Snapshot } from './page-api.ts';
import { messageScope, type PageState, viewScope } from './page-state.ts';
import { markSeen } from './seen-messages.ts';

const isDm = ({ conversations }: Snapshot, id: string): boolean =>
  conversations.some((one) => one.id === id && one.kind === 'dm');

/** The same place for another person: each person has a different DM with the app. */
const choosePlace = ({ place, snapshot }: PageState, next: Snapshot): string => {
  const { conversations } = next;
  if (conversations.some((one) => one.id === place)) return place;
  const own = isDm(snapshot, place) ? conversations.find(({ kind }) => kind === 'dm') : undefined;
  return (own ?? conversations[0])?.id ?? '';
};

/** The page state after a new snapshot. */
export const takeSnapshot = (state: PageState, snapshot: Snapshot, forms: FormState): Partial<PageState> => {
  for (const view of [...snapshot.modals, ...(snapshot.home ? [snapshot.home] : [])])
    forms.load(viewScope(view.id), view.hash, view.blocks, view.filled);
  for (const message of snapshot.messages)
    if (message.blocks)
      forms.load(messageScope(message), JSON.stringify(message.blocks), message.blocks, message.filled);
  const place = choosePlace(state, snapshot);
  const tab = isDm(snapshot, place) ? state.tab : 'messages';
  const wasElsewhere = place !== state.place;
  return {
    snapshot,
    place,
    tab,
    seen: markSeen({ ...state, place, tab }, snapshot),
    now: Date.now(),
    isLive: true,
    ...(wasElsewhere ? { thread: null } : {}),
  };
};

/** The stream of snapshots. The browser reconnects by itself. */
export const createLive = (deps: {
  /** The version that the page was loaded with. */
  since: number;
  onSnapshot: (snapshot: Snapshot) => void;
  onState: (isLive: boolean) => void;
}) => {
  let source: EventSource | null = null;
  return {
    /** Follows this person's view instead of the previous person's. */
    follow(as: string): void {
      source?.close();
      const mine = new EventSource(`/_play/stream?as=${encodeURIComponent(as)}&since=${deps.since}`);
      source = mine;
      mine.addEventListener('open', () => deps.onState(true));
      mine.addEventListener('error', () => deps.onState(false));
      mine.addEventListener('changed', (event: MessageEvent<string>) => {
        const snapshot: Snapshot = JSON.parse(event.data);
        if (source === mine) deps.onSnapshot(snapshot);
      });
    },
  };
};
