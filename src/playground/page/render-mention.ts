import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { RenderContext } from './render-context.ts';

export const renderUser = (id: string, context: RenderContext, label = ''): string => {
  const person = context.people.find((one) => one.id === id);
  const classes = id === context.me ? 'mention mention-me' : 'mention';
  return `<span${buildAttributes({ class: classes })}>@${escapeHtml(person?.realName ?? (label || id))}</span>`;
};

/** A private channel of which the reader is no member is not in the list and keeps its name to itself. */
export const renderChannel = (id: string, context: RenderContext, label = ''): string => {
  const place = context.conversations.find((one) => one.id === id);
  if (place?.kind === 'dm') return '<span class="mention">Direct message</span>';
  const sign = place?.kind === 'private' ? '🔒' : '#';
  return `<span class="mention">${sign}${escapeHtml(place?.name ?? (label || id))}</span>`;
};

export const renderBroadcast = (range: string): string =>
  `<span class="mention mention-me">@${escapeHtml(range)}</span>`;
