import { findFirstStep } from './first-steps.ts';
import type { FormState } from './form-state.ts';
import type { Message } from './page-api.ts';
import type { PageState, Store } from './page-state.ts';
import { createRegion, findRoot } from './region.ts';
import { renderLog } from './render-log.ts';
import { renderNotice } from './render-notice.ts';
import { renderPlace } from './render-place.ts';
import { createFollower } from './scroll-follower.ts';

const buildEmpty = (state: PageState): string =>
  `<div class="empty"><b>Nothing here yet.</b>${findFirstStep(state) === null ? '<span>Type <kbd>/</kbd> to see what the app can do.</span>' : ''}</div>`;

/** The open conversation: its head and its messages. */
export const createConversation = ({ store, forms }: { store: Store; forms: FormState }) => {
  const drawPlace = createRegion(findRoot('place'));
  const log = findRoot('log');
  const drawLog = createRegion(log);
  const follower = createFollower(log);

  const notice = (): string => {
    const { snapshot, notice: own, place, dismissed } = store.get();
    const shown = own ?? snapshot.notice;
    if (shown?.conversation !== place || dismissed === shown.text) return '';
    return renderNotice(shown.text);
  };

  return () => {
    const state = store.get();
    const { snapshot, place, tab } = state;
    drawPlace(renderPlace(state));
    log.hidden = tab === 'home';
    const here = snapshot.messages.filter((one) => one.channel === place);
    const replies = new Map<string, Message[]>();
    for (const one of here) {
      if (one.threadTs === null || one.threadTs === one.ts) continue;
      replies.set(one.threadTs, [...(replies.get(one.threadTs) ?? []), one]);
    }
    const top = here.filter((one) => one.threadTs === null || one.threadTs === one.ts || one.isBroadcast);
    const html = renderLog(top, { state, forms, repliesTo: (ts) => replies.get(ts) ?? [] }) + notice();
    follower.around(`${snapshot.me} ${place}`, () => drawLog(html || buildEmpty(state)));
  };
};
