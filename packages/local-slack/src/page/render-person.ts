import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { Person } from './page-api.ts';
import type { RenderContext } from './render-context.ts';

/** Initials on the person's colour; the app has its icon. */
export const renderAvatar = (person: Person | undefined, size: 'small' | 'large' = 'large'): string => {
  const color = /^#[0-9a-f]{3,8}$/i.test(person?.color ?? '') ? person?.color : '#5b6470';
  const classes = `avatar avatar-${size}${person?.isBot ? ' avatar-app' : ''}`;
  if (person?.isBot) return `<span${buildAttributes({ class: classes, 'aria-hidden': 'true' })}></span>`;
  return `<span${buildAttributes({ class: classes, style: `background:${color}`, 'aria-hidden': 'true' })}>${escapeHtml(person?.initials ?? '?')}</span>`;
};

export const renderUser = (id: string, context: RenderContext, label = ''): string => {
  const person = context.people.find((one) => one.id === id);
  const classes = id === context.me ? 'mention mention-me' : 'mention';
  return `<span${buildAttributes({ class: classes })}>@${escapeHtml(person?.realName ?? (label || id))}</span>`;
};

/**
 * A private channel that the reader is not a member of is not in the list, so its name stays hidden. Slack does not
 * resolve other conversations or people here.
 */
export const renderChannel = (id: string, context: RenderContext, label = ''): string => {
  const place = context.conversations.find((one) => one.id === id);
  const isChannel = place === undefined ? /^[CG]/.test(id) : /^(public|private)$/.test(place.kind);
  if (!isChannel) return '<span class="mention">#unknown-channel</span>';
  const sign = place?.kind === 'private' ? '🔒' : '#';
  return `<span class="mention">${sign}${escapeHtml(place?.name ?? (label || id))}</span>`;
};

export const renderBroadcast = (range: string): string =>
  `<span class="mention mention-me">@${escapeHtml(range)}</span>`;
