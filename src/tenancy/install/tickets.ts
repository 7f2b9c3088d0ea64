import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { hashToken, type Ids } from '../../ids.ts';
import type { TicketId, TicketStore } from './ticket-store.ts';

export type SentOnCookie = ReturnType<typeof createSentOnCookie>;

/** Marks a browser that came back without a state and was sent to the install page. */
export const createSentOnCookie = (publicUrl: string) => {
  const isSecure = publicUrl.startsWith('https:');
  const name = `${isSecure ? '__Host-' : ''}paylink_sent_on`;
  return {
    isSet: ({ headers }: IncomingMessage): boolean => (headers.cookie ?? '').includes(`${name}=`),
    build: (seconds: number): string =>
      `${name}=yes; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`,
  };
};

const LASTS_MS = 60 * 60_000;
const TRIES = 10;
/** Retries when the same button is pressed several times at once. */
const REVISIONS = 20;

const holderSchema = z.object({
  teamId: z.string(),
  userId: z.string(),
  tries: z.number(),
});

/** The user a private page is for, and the installation it connects. */
export interface ConnectHolder {
  teamId: string;
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
  ids: Ids;
}) => {
  const readText = (ticket: string) => tickets.read(idOf(ticket), clock.now());

  return {
    /** 256 bits, good for an hour. */
    create: async (teamId: string, userId: string): Promise<string> => {
      const ticket = ids.secret();
      const now = clock.now();
      const subject = JSON.stringify({ teamId, userId, tries: 0 });
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
