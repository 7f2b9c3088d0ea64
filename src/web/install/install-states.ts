import { createHmac } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { hashToken, type Ids } from '../../ids.ts';
import type { TicketId, TicketStore } from '../../store/ticket-store.ts';

export const STATE_LASTS_MS = 30 * 60_000;
const WINDOW_MS = 60_000;
/** Anybody may open the install page, and each opening is a row: with this their number is bounded. */
const AT_MOST_IN_WINDOW = 120;

export interface InstallStates {
  /** For this browser alone. Null: too many were made in this minute. */
  create(browser: string): Promise<string | null>;
  /** True once, for the browser that it was made for, within its time. */
  redeem(state: string, browser: string): Promise<boolean>;
}

/** Neither the state nor the browser's cookie can be told from what is kept, nor made by who reads the database. */
export const createInstallStates = ({
  tickets,
  secret,
  clock,
  ids,
}: {
  tickets: TicketStore;
  secret: string;
  clock: Pick<Clock, 'now'>;
  ids: Pick<Ids, 'callbackToken'>;
}): InstallStates => {
  let window = { since: 0, made: 0 };

  const idOf = (state: string, browser: string): TicketId => ({
    purpose: 'install-state',
    tokenHash: hashToken(createHmac('sha256', secret).update(`${state}.${browser}`).digest('hex')),
  });

  return {
    create: async (browser) => {
      const now = clock.now();
      if (now - window.since >= WINDOW_MS) window = { since: now, made: 0 };
      if (window.made >= AT_MOST_IN_WINDOW) return null;
      window.made += 1;
      const state = ids.callbackToken();
      await tickets.issue({ ...idOf(state, browser), subject: '{}', expiresAt: now + STATE_LASTS_MS }, now);
      return state;
    },
    redeem: async (state, browser) => (await tickets.redeem(idOf(state, browser), clock.now())) !== null,
  };
};
