import type { IncomingMessage } from 'node:http';

export interface BrowserCookie {
  /** The value we gave this browser before, if it looks like ours. */
  read(request: IncomingMessage): string | null;
  /** The header that sets the cookie for that many seconds. */
  build(value: string, seconds: number): string;
}

/** `paylink_install` identifies the browser. `paylink_sent_on` marks one that already arrived without a state. */
type BrowserCookieName = 'paylink_install' | 'paylink_sent_on';

/**
 * The cookie for the trip to Slack and back. Over https, its prefix stops neighbouring hosts from setting it.
 * `Lax`, because the browser returns by a link from another site.
 */
export const createBrowserCookie = (publicUrl: string, kind: BrowserCookieName): BrowserCookie => {
  const isSecure = new URL(publicUrl).protocol === 'https:';
  const name = isSecure ? `__Host-${kind}` : kind;
  const ours = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43})\\s*(?:;|$)`);
  return {
    read: (request) => ours.exec(request.headers.cookie ?? '')?.[1] ?? null,
    build: (value, seconds) =>
      `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  };
};
