import { buildAttributes, escapeHtml } from './escape-html.ts';

/** What Slack itself says to one person, such as that an app did not answer. */
export const renderNotice = (text: string): string =>
  `<article class="message message-ephemeral message-notice" data-key="notice" data-testid="notice"><div class="gutter"><span class="avatar avatar-large avatar-slack" aria-hidden="true">!</span></div><div class="message-body"><div class="only-you">👁 Only visible to you</div><div class="message-head"><b class="author">Playground</b></div><div class="words">${escapeHtml(text)} <button${buildAttributes({ type: 'button', class: 'dismiss', 'data-dismiss': text })}>Dismiss</button></div></div></article>`;
