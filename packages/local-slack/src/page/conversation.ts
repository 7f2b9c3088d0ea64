import { buildAttributes, escapeHtml } from './escape-html.ts';
import { findFirstStep } from './first-steps.ts';
import type { FormState } from './form-state.ts';
import { formatDay } from './format-date.ts';
import type { Message } from './page-api.ts';
import { messageScope, type PageState, type Store } from './page-state.ts';
import { createRegion, findRoot } from './patch-dom.ts';
import { buildContext, zoneOf } from './render-context.ts';
import { messageTime, renderMessage } from './render-message.ts';
import { renderPlace } from './render-place.ts';

const NEAR_PX = 80;

/** Keeps a log scrolled to its end while the reader is there, and in place while the reader looks back. */
const createFollower = (log: HTMLElement) => {
  let subject = '';
  let isAtEnd = true;
  const toEnd = (): void => {
    log.scrollTop = log.scrollHeight;
  };
  const size = (): string => `${log.clientWidth} ${log.clientHeight}`;
  let seenSize = size();
  log.addEventListener('scroll', () => {
    // A new width moves the text before the observer is called: the reader did not scroll.
    if (size() !== seenSize) return;
    isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR_PX;
  });
  // A picture has no height until it is loaded.
  log.addEventListener('load', () => isAtEnd && toEnd(), true);
  new ResizeObserver(() => {
    seenSize = size();
    if (isAtEnd) toEnd();
  }).observe(log);
  return {
    /** `about` identifies the content; other content is shown from its end. */
    around(about: string, draw: () => boolean): void {
      const isOther = about !== subject;
      subject = about;
      const wasAtEnd = isAtEnd || isOther;
      if ((draw() || isOther) && wasAtEnd) {
        isAtEnd = true;
        toEnd();
      }
    },
  };
};

const CONTINUED_WITHIN_MS = 5 * 60_000;

const continues = (before: Message | undefined, message: Message): boolean =>
  before !== undefined &&
  before.user === message.user &&
  before.ephemeralTo === message.ephemeralTo &&
  messageTime(message.ts) - messageTime(before.ts) < CONTINUED_WITHIN_MS;

/** Messages with a line between days. */
const renderLog = (
  messages: Message[],
  {
    state,
    forms,
    repliesTo,
  }: { state: PageState; forms: FormState; repliesTo: (ts: string) => Message[] | null },
): string => {
  const timeZone = zoneOf(state);
  let day = '';
  let before: Message | undefined;
  return messages
    .map((message) => {
      const today = formatDay(messageTime(message.ts), state.now, timeZone);
      const divider =
        today === day
          ? ''
          : `<div class="day" role="separator" data-key="d${escapeHtml(today)}"><span>${escapeHtml(today)}</span></div>`;
      const replies = repliesTo(message.ts);
      const look = {
        isContinued: divider === '' && continues(before, message),
        replies: replies ?? [],
        hasThread: replies !== null && message.ephemeralTo === null,
      };
      day = today;
      before = message;
      return divider + renderMessage(message, look, buildContext(state, forms, messageScope(message)));
    })
    .join('');
};

/** Slack's own notice to one person, such as that an app did not respond. */
const renderNotice = (text: string): string =>
  `<article class="message message-ephemeral message-notice" data-key="notice" data-testid="notice"><div class="gutter"><span class="avatar avatar-large avatar-slack" aria-hidden="true">!</span></div><div class="message-body"><div class="only-you">👁 Only visible to you</div><div class="message-head"><b class="author">Local Slack</b></div><div class="words">${escapeHtml(text)} <button${buildAttributes({ type: 'button', class: 'dismiss', 'data-dismiss': text })}>Dismiss</button></div></div></article>`;

const buildEmpty = (state: PageState): string =>
  `<div class="empty"><b>Nothing here yet.</b>${findFirstStep(state) === null ? '<span>Type <kbd>/</kbd> to see what the app can do.</span>' : ''}</div>`;

/** The open conversation: header and messages. */
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
