import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { hashToken, type Ids } from '../../ids.ts';
import type { TicketId, TicketStore } from '../../store/ticket-store.ts';
import type { InstallationKey } from '../installations.ts';

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

export interface ConnectTickets {
  /** 256 bits, good for an hour. */
  create(key: InstallationKey, userId: string): Promise<string>;
  /** Null: unknown, used, expired, or out of tries. */
  read(ticket: string): Promise<ConnectHolder | null>;
  /** Counts one of the ten tries before you make it. Null also when none are left. */
  takeTry(ticket: string): Promise<{ holder: ConnectHolder; triesLeft: number } | null>;
  /** Uses the ticket up. False: already used, or expired. */
  useUp(ticket: string): Promise<boolean>;
}

export const createConnectTickets = ({
  tickets,
  clock,
  ids,
}: {
  tickets: TicketStore;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'callbackToken'>;
}): ConnectTickets => {
  const readText = (ticket: string) => tickets.read(idOf(ticket), clock.now());

  return {
    create: async ({ enterpriseId, teamId }, userId) => {
      const ticket = ids.callbackToken();
      const now = clock.now();
      const subject = JSON.stringify({ enterpriseId, teamId, userId, tries: 0 });
      await tickets.issue({ ...idOf(ticket), subject, expiresAt: now + LASTS_MS }, now);
      return ticket;
    },

    read: async (ticket) => {
      const text = await readText(ticket);
      if (text === null) return null;
      const holder = parseHolder(text);
      return holder.tries < TRIES ? holder : null;
    },

    takeTry: async (ticket) => {
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

    useUp: async (ticket) => (await tickets.redeem(idOf(ticket), clock.now())) !== null,
  };
};

function idOf(ticket: string): TicketId {
  return { purpose: 'connect', tokenHash: hashToken(ticket) };
}

function parseHolder(text: string) {
  return holderSchema.parse(JSON.parse(text));
}
