import type { Claimed } from '../store/notice-store.ts';
import { type ClaimedDeliveryDependencies, createClaimedDelivery } from './deliver-claimed.ts';
import { LEASE_MS } from './lease.ts';
import { createWorkLoop } from './work-loop.ts';

export type { Delivery } from './deliver-claimed.ts';

export interface Notifier {
  /** Call this when there may be something new. */
  wake(): void;
  start(): void;
  /** Waits for the running deliveries; the rest stays in the database. */
  stop(): Promise<void>;
  /** False when the loop has died. */
  isAlive(): boolean;
}

export interface NotifierDependencies extends ClaimedDeliveryDependencies {
  /** No other process works on this database, so notices leased at startup were left by a dead one. */
  isAlone: boolean;
  /** Returns a token that it has never returned before. */
  newToken: () => string;
  /** Workspaces that receive nothing now; `wake` is called when that ends. */
  held: () => readonly string[] | 'all';
  /** How long to sleep at most: other processes add notices too. */
  pollMs?: number;
  /** How many deliveries run at a time. */
  limit?: number;
}

const POLL_MS = 5_000;
const POLL_ALONE_MS = 5 * 60_000;
const LIMIT = 16;
const REST_AFTER_FAULT_MS = 1_000;
/** Used when something is due and another process is just claiming it. */
const SHORTEST_SLEEP_MS = 50;

/** Delivers notices: different lanes in parallel, the notices of one lane one after the other. */
export const createNotifier = (dependencies: NotifierDependencies): Notifier => {
  const { notices, clock, log, isAlone, newToken, held, limit = LIMIT } = dependencies;
  const pollMs = dependencies.pollMs ?? (isAlone ? POLL_ALONE_MS : POLL_MS);
  const deliverClaimed = createClaimedDelivery(dependencies);
  const stopping = new AbortController();
  const inHand = new Set<Promise<void>>();
  let mustRelease = isAlone;

  const begin = (notice: Claimed, at: number): void => {
    const run = deliverClaimed(notice, at, stopping.signal)
      .catch((error: unknown) => {
        // The notice is still in the database, and another process takes it over once the lease runs out.
        log.error({ notice: notice.id, kind: notice.kind, err: error }, 'notice not recorded');
      })
      .finally(() => {
        inHand.delete(run);
        loop.wake();
      });
    inHand.add(run);
  };

  /** Starts what is due and returns the time of what comes next. */
  const round = async (): Promise<number> => {
    if (mustRelease) await notices.releaseAll();
    mustRelease = false;
    const at = clock.now();
    const without = held();
    if (without === 'all') return at + pollMs;
    const room = limit - inHand.size;
    const claimed =
      room > 0 ? await notices.claim({ at, leaseMs: LEASE_MS, limit: room, token: newToken(), without }) : [];
    for (const notice of claimed) begin(notice, at);
    // No delivery can start before another ends, and the end of one wakes the loop.
    if (claimed.length === room) return at + pollMs;
    const next = (await notices.nextDueAt(at, without)) ?? Number.POSITIVE_INFINITY;
    return Math.min(at + pollMs, Math.max(next, at + SHORTEST_SLEEP_MS));
  };

  const loop = createWorkLoop({
    round,
    clock,
    restMs: REST_AFTER_FAULT_MS,
    onFault: (error) => log.error({ err: error }, 'notices not read; trying again'),
  });

  return {
    wake: loop.wake,
    start: loop.start,
    stop: async () => {
      stopping.abort();
      await loop.stop();
      await Promise.all(inHand);
    },
    isAlive: loop.isAlive,
  };
};
