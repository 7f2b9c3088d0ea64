import type { Claimed } from '../store/notice-store.ts';
import { type ClaimedDeliveryDependencies, createClaimedDelivery } from './deliver-claimed.ts';
import { LEASE_MS } from './lease.ts';

export type { Delivery } from './delivery.ts';

export interface Notifier {
  /** There may be something new. */
  wake(): void;
  start(): void;
  /** Waits for the deliveries in hand; the rest stays in the database. */
  stop(): Promise<void>;
  /** False when the loop has died. */
  isAlive(): boolean;
}

export interface NotifierDependencies extends ClaimedDeliveryDependencies {
  /** No other process works on this database: what is leased at the start was left by an ended one. */
  isAlone: boolean;
  /** Gives a token that was never given before. */
  newToken: () => string;
  /** How long to sleep at most: others write notices, too. */
  pollMs?: number;
  /** Deliveries at a time. */
  limit?: number;
}

const POLL_MS = 5_000;
const POLL_ALONE_MS = 5 * 60_000;
const LIMIT = 16;
const REST_AFTER_FAULT_MS = 1_000;
/** Something is due, and another claimer is just taking it. */
const SHORTEST_SLEEP_MS = 50;

/** Delivers notices: lanes side by side, the notices of one lane one after the other. */
export const createNotifier = (dependencies: NotifierDependencies): Notifier => {
  const { notices, clock, log, isAlone, newToken, limit = LIMIT } = dependencies;
  const pollMs = dependencies.pollMs ?? (isAlone ? POLL_ALONE_MS : POLL_MS);
  const deliverClaimed = createClaimedDelivery(dependencies);
  const stopping = new AbortController();
  const inHand = new Set<Promise<void>>();
  let alarm = new AbortController();
  let loop: Promise<void> | null = null;
  let isAlive = true;
  let mustRelease = isAlone;

  const wake = () => alarm.abort();

  const begin = (notice: Claimed, at: number): void => {
    const run = deliverClaimed(notice, at, stopping.signal)
      .catch((error: unknown) => {
        // It is still in the database, and is taken over when the lease has run out.
        log.error({ notice: notice.id, kind: notice.kind, err: error }, 'notice not recorded');
      })
      .finally(() => {
        inHand.delete(run);
        wake();
      });
    inHand.add(run);
  };

  /** Starts what is due and gives the time of what comes next. */
  const round = async (): Promise<number> => {
    if (mustRelease) await notices.releaseAll();
    mustRelease = false;
    const at = clock.now();
    const room = limit - inHand.size;
    const claimed =
      room > 0 ? await notices.claim({ at, leaseMs: LEASE_MS, limit: room, token: newToken() }) : [];
    for (const notice of claimed) begin(notice, at);
    // Nothing more can be begun before a delivery ends, and its end wakes the loop.
    if (claimed.length === room) return at + pollMs;
    const next = (await notices.nextDueAt(at)) ?? Number.POSITIVE_INFINITY;
    return Math.min(at + pollMs, Math.max(next, at + SHORTEST_SLEEP_MS));
  };

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      // Renewed before the round: a wake during it ends the sleep that follows.
      alarm = new AbortController();
      const { signal } = alarm;
      let next: number;
      try {
        next = await round();
      } catch (error) {
        log.error({ err: error }, 'notices not read; trying again');
        next = clock.now() + REST_AFTER_FAULT_MS;
      }
      if (!stopping.signal.aborted) await clock.sleep(Math.max(0, next - clock.now()), signal);
    }
  };

  return {
    wake,
    start: () => {
      loop ??= run().finally(() => {
        isAlive = false;
      });
    },
    stop: async () => {
      stopping.abort();
      wake();
      await loop;
      await Promise.all(inHand);
    },
    isAlive: () => isAlive,
  };
};
