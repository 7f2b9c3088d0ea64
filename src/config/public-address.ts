import { isLoopback } from '../is-loopback.ts';

export class PublicAddressError extends Error {
  override name = 'PublicAddressError';
}

/**
 * The address where Slack reaches the app, without a trailing slash. Slack posts to https only; http is
 * allowed for this machine's own address. Throws `PublicAddressError`.
 */
export const parsePublicAddress = (text: string): string => {
  const trimmed = text.trim().replace(/\/+$/, '');
  if (!/^https?:\/\//i.test(trimmed) || !URL.canParse(trimmed))
    throw new PublicAddressError('The address must look like https://paylink.example.com.');
  const url = new URL(trimmed);
  if (url.username || url.password || url.search || url.hash)
    throw new PublicAddressError('The address must have no user, password, query or fragment.');
  if (url.protocol !== 'https:' && !isLoopback(trimmed))
    throw new PublicAddressError('The address must be https: Slack sends nothing to http.');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
};
