import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock.ts';
import { hashToken, type Ids } from '../../ids.ts';
import type { TicketStore } from '../../store/ticket-store.ts';

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

export const STATE_LASTS_MS = 30 * 60_000;

export interface InstallStates {
  /** Valid only in this browser. Stores nothing, because anyone can open the install page any number of times. */
  create(browser: string): string;
  /** True only once, in the browser it was created for, before it expires. */
  redeem(state: string, browser: string): Promise<boolean>;
}

/**
 * A state holds its creation time and is signed together with the browser's cookie, so it needs no row. We store
 * only the states that came back, as hashes, for as long as they could be replayed.
 */
export const createInstallStates = ({
  tickets,
  secret,
  clock,
  ids,
}: {
  tickets: Pick<TicketStore, 'spend'>;
  secret: string;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'callbackToken'>;
}): InstallStates => {
  const sign = (made: string, browser: string): Buffer =>
    createHmac('sha256', secret).update(`install-state.${made}.${browser}`).digest();

  return {
    create: (browser) => {
      const made = `${ids.callbackToken()}.${clock.now().toString(36)}`;
      return `${made}.${sign(made, browser).toString('base64url')}`;
    },

    redeem: async (state, browser) => {
      const [, made = '', time = '', signature = ''] = SHAPE.exec(state) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const right = sign(made, browser);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
      const now = clock.now();
      const endsAt = Number.parseInt(time, 36) + STATE_LASTS_MS;
      if (endsAt <= now) return false;
      // Keep it twice as long: an instance whose clock is behind must not accept it again.
      const expiresAt = endsAt + STATE_LASTS_MS;
      return tickets.spend({ purpose: 'install-state-used', tokenHash: hashToken(made), expiresAt }, now);
    },
  };
};

/** The signed text, the time inside it, and the signature. */
const SHAPE = /^([\w-]{43}\.([0-9a-z]{1,10}))\.([\w-]{43})$/;
