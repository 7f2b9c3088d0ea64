import { buildAttributes, escapeHtml } from './escape-html.ts';
import type { Person } from './page-api.ts';

/** Initials on the person's colour; the app has its icon. */
export const renderAvatar = (person: Person | undefined, size: 'small' | 'large' = 'large'): string => {
  const color = /^#[0-9a-f]{3,8}$/i.test(person?.color ?? '') ? person?.color : '#5b6470';
  const classes = `avatar avatar-${size}${person?.isBot ? ' avatar-app' : ''}`;
  if (person?.isBot) return `<span${buildAttributes({ class: classes, 'aria-hidden': 'true' })}></span>`;
  return `<span${buildAttributes({ class: classes, style: `background:${color}`, 'aria-hidden': 'true' })}>${escapeHtml(person?.initials ?? '?')}</span>`;
};
