import { buildAttributes, escapeHtml } from './escape-html.ts';

const LINKS = ['http:', 'https:', 'mailto:', 'tel:'];
const PICTURES = ['http:', 'https:'];

const parse = (address: string, protocols: string[]): string | null => {
  try {
    const url = new URL(address);
    return protocols.includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
};

/** The parsed address, or null if it is not safe to follow. */
export const safeLink = (address: string): string | null => parse(address, LINKS);
export const safePicture = (address: string): string | null => parse(address, PICTURES);

/** `label` is HTML already. An address that is not safe to follow stays text. */
export const renderLink = (address: string, label: string = escapeHtml(address)): string => {
  const href = safeLink(address);
  if (href === null) return label;
  return `<a${buildAttributes({ href, target: '_blank', rel: 'noopener noreferrer' })}>${label}</a>`;
};
