import { buildAttributes, escapeHtml } from './escape-html.ts';
import { safeLink } from './safe-address.ts';

/** `label` is HTML already. An address that is not safe to follow stays text. */
export const renderLink = (address: string, label: string = escapeHtml(address)): string => {
  const href = safeLink(address);
  if (href === null) return label;
  return `<a${buildAttributes({ href, target: '_blank', rel: 'noopener noreferrer' })}>${label}</a>`;
};
