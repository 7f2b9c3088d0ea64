import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { hashToken, type Ids } from '../../ids.ts';
import type { InstallationKey } from '../installations.ts';
import type { TicketId, TicketStore } from './ticket-store.ts';

export type BrowserCookie = ReturnType<typeof createBrowserCookie>;

/** `paylink_install` identifies the browser. `paylink_sent_on` marks one that already arrived without a state. */
type BrowserCookieName = 'paylink_install' | 'paylink_sent_on';

/**
 * The cookie for the trip to Slack and back. Over https, its prefix stops neighbouring hosts from setting it.
 * `Lax`, because the browser returns by a link from another site.
 */
export const createBrowserCookie = (publicUrl: string, kind: BrowserCookieName) => {
  const isSecure = new URL(publicUrl).protocol === 'https:';
  const name = isSecure ? `__Host-${kind}` : kind;
  const ours = new RegExp(`(?:^|;)\\s*${name}=([\\w-]{43})\\s*(?:;|$)`);
  return {
    /** The value we gave this browser before, if it looks like ours. */
    read: (request: IncomingMessage): string | null => ours.exec(request.headers.cookie ?? '')?.[1] ?? null,
    /** The header that sets the cookie for that many seconds. */
    build: (value: string, seconds: number): string =>
      `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  };
};

export const STATE_LASTS_MS = 30 * 60_000;

export type InstallStates = ReturnType<typeof createInstallStates>;

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
  ids: Pick<Ids, 'secret'>;
}) => {
  const sign = (made: string, browser: string): Buffer =>
    createHmac('sha256', secret).update(`install-state.${made}.${browser}`).digest();

  return {
    /** Valid only in this browser. Stores nothing, because anyone can open the install page any number of times. */
    create: (browser: string): string => {
      const made = `${ids.secret()}.${clock.now().toString(36)}`;
      return `${made}.${sign(made, browser).toString('base64url')}`;
    },

    /** True only once, in the browser it was created for, before it expires. */
    redeem: async (state: string, browser: string): Promise<boolean> => {
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

const LASTS_MS = 60 * 60_000;
const TRIES = 10;
/** Retries when the same button is pressed several times at once. */
const REVISIONS = 20;

const holderSchema = z.object({
  enterpriseId: z.string().nullable(),
  teamId: z.string().nullable(),
  userId: z.string(),
  tries: z.number(),
});

/** The user a private page is for, and the installation it connects. */
export interface ConnectHolder extends InstallationKey {
  userId: string;
}

export type ConnectTickets = ReturnType<typeof createConnectTickets>;

export const createConnectTickets = ({
  tickets,
  clock,
  ids,
}: {
  tickets: TicketStore;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'secret'>;
}) => {
  const readText = (ticket: string) => tickets.read(idOf(ticket), clock.now());

  return {
    /** 256 bits, good for an hour. */
    create: async ({ enterpriseId, teamId }: InstallationKey, userId: string): Promise<string> => {
      const ticket = ids.secret();
      const now = clock.now();
      const subject = JSON.stringify({ enterpriseId, teamId, userId, tries: 0 });
      await tickets.issue({ ...idOf(ticket), subject, expiresAt: now + LASTS_MS }, now);
      return ticket;
    },

    /** Null: unknown, used, expired, or out of tries. */
    read: async (ticket: string): Promise<ConnectHolder | null> => {
      const text = await readText(ticket);
      if (text === null) return null;
      const holder = parseHolder(text);
      return holder.tries < TRIES ? holder : null;
    },

    /** Counts one of the ten tries before you make it. Null also when none are left. */
    takeTry: async (ticket: string): Promise<{ holder: ConnectHolder; triesLeft: number } | null> => {
      for (let revision = 0; revision < REVISIONS; revision += 1) {
        const from = await readText(ticket);
        if (from === null) return null;
        const holder = parseHolder(from);
        if (holder.tries >= TRIES) return null;
        const tries = holder.tries + 1;
        const to = JSON.stringify({ ...holder, tries });
        if (await tickets.revise(idOf(ticket), { from, to }, clock.now()))
          return { holder, triesLeft: TRIES - tries };
      }
      return null;
    },

    /** Uses the ticket up. False: already used, or expired. */
    useUp: async (ticket: string): Promise<boolean> =>
      (await tickets.redeem(idOf(ticket), clock.now())) !== null,
  };
};

function idOf(ticket: string): TicketId {
  return { purpose: 'connect', tokenHash: hashToken(ticket) };
}

function parseHolder(text: string) {
  return holderSchema.parse(JSON.parse(text));
}
