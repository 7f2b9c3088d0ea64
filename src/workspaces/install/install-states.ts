import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import { hashToken, type Ids } from '../../ids.ts';
import type { TicketStore } from '../../store/ticket-store.ts';

export const STATE_LASTS_MS = 30 * 60_000;

export interface InstallStates {
  /** For this browser alone. Keeps nothing: anybody may open the install page, as often as they like. */
  create(browser: string): string;
  /** True once, for the browser that it was made for, within its time. */
  redeem(state: string, browser: string): Promise<boolean>;
}

/**
 * A state says when it was made and is signed together with the browser's cookie, so that it needs no row. Only those
 * that came back are kept, as hashes, for as long as they could come again.
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
      // Kept for twice as long: another instance, whose clock is behind, must not take it once more.
      const expiresAt = endsAt + STATE_LASTS_MS;
      return tickets.spend({ purpose: 'install-state-used', tokenHash: hashToken(made), expiresAt }, now);
    },
  };
};

/** What was signed, the time in it, and the signature. */
const SHAPE = /^([\w-]{43}\.([0-9a-z]{1,10}))\.([\w-]{43})$/;
