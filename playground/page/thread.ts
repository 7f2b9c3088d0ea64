import type { FormState } from './form-state.ts';
import type { Store } from './page-state.ts';
import { createRegion, findRoot } from './region.ts';
import { renderLog } from './render-log.ts';
import { createFollower } from './scroll-follower.ts';

/** The side panel with one message and its replies. */
export const createThread = ({ store, forms }: { store: Store; forms: FormState }) => {
  const panel = findRoot('thread');
  const log = findRoot('thread-log');
  const draw = createRegion(log);
  const follower = createFollower(log);
  return () => {
    const state = store.get();
    const { thread, place, snapshot, tab } = state;
    panel.hidden = thread === null || tab === 'home';
    if (thread === null) return;
    const messages = snapshot.messages.filter(
      (one) => one.channel === place && (one.ts === thread || one.threadTs === thread),
    );
    follower.around(thread, () => draw(renderLog(messages, { state, forms, repliesTo: () => null })));
  };
};
