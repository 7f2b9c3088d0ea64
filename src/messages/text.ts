import type { MrkdwnElement, PlainTextElement } from '@slack/types';
import { limits } from './limits.ts';

/**
 * Makes text of a person or of the service harmless in mrkdwn: without this a customer named
 * `<!channel>` would ping everybody.
 */
export const escapeMrkdwn = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Cuts at a limit of Slack's and shows that it did. Never splits a surrogate pair. */
export const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const kept = text.slice(0, limit - 1);
  return `${/[\uD800-\uDBFF]$/.test(kept) ? kept.slice(0, -1) : kept}…`;
};

export const plain = (text: string, limit: number = limits.text): PlainTextElement => ({
  type: 'plain_text',
  text: cut(text, limit),
  emoji: true,
});

/** `text` is mrkdwn already: escape what came from outside before it gets here. */
export const mrkdwn = (text: string): MrkdwnElement => ({
  type: 'mrkdwn',
  text: cut(text, limits.text),
  verbatim: true,
});
