import type { IncomingMessage } from 'node:http';

export interface BrowserCookie {
  /** What this browser was given before, if it looks like ours. */
  read(request: IncomingMessage): string | null;
  /** The header that gives it, for so long. */
  build(value: string, seconds: number): string;
}

/** `paylink_install`: the name by which a browser is known again. `paylink_sent_on`: it came without a state before. */
export type BrowserCookieName = 'paylink_install' | 'paylink_sent_on';

/**
 * What a browser is given for its way to Slack and back. Over https the prefix lets no
 * neighbouring host set it; `Lax`, as the way back is a link from another site.
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
