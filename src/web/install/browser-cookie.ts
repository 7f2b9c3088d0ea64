import type { IncomingMessage } from 'node:http';

export interface BrowserCookie {
  /** What this browser was given before, if it looks like ours. */
  read(request: IncomingMessage): string | null;
  /** The header that gives it, for so long. */
  build(value: string, seconds: number): string;
}

/**
 * The name by which a browser is known again when it comes back from Slack. Over https the prefix lets no
 * neighbouring host set it; `Lax`, as the way back is a link from another site.
 */
export const createBrowserCookie = (publicUrl: string): BrowserCookie => {
  const isSecure = new URL(publicUrl).protocol === 'https:';
  const name = isSecure ? '__Host-paylink_install' : 'paylink_install';
  const ours = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43})\\s*(?:;|$)`);
  return {
    read: (request) => ours.exec(request.headers.cookie ?? '')?.[1] ?? null,
    build: (value, seconds) =>
      `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  };
};
