import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Claimed, DeliveryResult, NewNotice, NoticeStore } from '../store/notice-store.ts';
import { holdLease } from './lease.ts';
import { buildRetryDelay, retryUntil } from './retry.ts';

/** How a delivery ended; a thrown error counts as passing. */
export type Delivery =
  | ({ outcome: 'delivered' } & DeliveryResult)
  | { outcome: 'later'; reason: string; retryAfterMs: number | null }
  | { outcome: 'never'; reason: string; instead: NewNotice[] };

export interface ClaimedDeliveryDependencies {
  notices: NoticeStore;
  deliver: (notice: Claimed) => Promise<Delivery>;
  /** Notices that correct one which may have been sent twice, or after a newer one. */
  repair: (notice: Claimed) => NewNotice[];
  clock: Clock;
  random: () => number;
  log: Log;
}

const LONGEST_DELIVERY_MS = 5 * 60_000;

/** Sends one claimed notice and records how it ended. Rejects if the database cannot record it. */
export const createClaimedDelivery = (dependencies: ClaimedDeliveryDependencies) => {
  const { notices, deliver, repair, clock, random, log } = dependencies;

  const record = async (notice: Claimed, delivery: Delivery): Promise<boolean> => {
    const now = clock.now();
    switch (delivery.outcome) {
      case 'delivered': {
        const { outcome, next = [], ...result } = delivery;
        const repairs = notice.takenOver ? repair(notice) : [];
        return notices.delivered(notice, now, { ...result, next: [...next, ...repairs] });
      }
      case 'later': {
        const asked = Math.ceil(delivery.retryAfterMs ?? 0);
        const delay = Math.max(asked, buildRetryDelay(notice.attempts, random));
        return notices.postpone(notice, now + delay, delivery.reason, now);
      }
      case 'never':
        return notices.giveUp(notice, delivery.reason, now, delivery.instead);
    }
  };

  return async (notice: Claimed, claimedAt: number, stopping: AbortSignal): Promise<void> => {
    const { id, kind } = notice;
    const lease = holdLease({
      claimedAt,
      longestMs: LONGEST_DELIVERY_MS,
      renew: (until) => notices.renew(notice, until),
      onFault: (error) => log.warn({ notice: id, err: error }, 'lease of a notice not renewed; trying again'),
      clock,
    });
    const delivery = await deliver(notice)
      .catch((error: unknown): Delivery => {
        log.error({ notice: id, kind, err: error }, 'notice not delivered');
        return { outcome: 'later', reason: 'unexpected', retryAfterMs: null };
      })
      .finally(lease.release);
    const isOurs = await retryUntil(() => record(notice, delivery), {
      until: lease.until,
      signal: stopping,
      clock,
      random,
      onFault: (error) => log.warn({ notice: id, kind, err: error }, 'notice not recorded; trying again'),
    });
    if (!isOurs) {
      log.warn({ notice: id, kind, outcome: delivery.outcome }, 'notice was taken over by another');
      if (delivery.outcome === 'delivered') await notices.add(repair(notice), clock.now());
    } else if (delivery.outcome === 'never') {
      log.warn({ notice: id, kind, reason: delivery.reason }, 'notice given up');
    }
  };
};
