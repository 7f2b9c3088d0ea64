import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { NewNotice, Notice, NoticeStore } from '../store/notice-store.ts';

/** How a delivery ended; a thrown error counts as passing. */
export type Delivery =
  | { outcome: 'delivered'; card?: { channelId: string; ts: string } }
  | { outcome: 'later'; reason: string; retryAfterMs: number | null }
  | { outcome: 'never'; reason: string; instead: NewNotice[] };

export interface Notifier {
  /** There may be something new. */
  wake(): void;
  start(): void;
  /** Waits for the deliveries in hand; the rest stays in the database. */
  stop(): Promise<void>;
  /** False when the loop has died. */
  isAlive(): boolean;
}

export interface NotifierDependencies {
  notices: NoticeStore;
  deliver: (notice: Notice) => Promise<Delivery>;
  clock: Clock;
  random: () => number;
  log: Log;
}

/** Slack takes one post a second in a channel (chat.postMessage). */
const LANE_GAP_MS = 1_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Delivers notices: lanes side by side, the notices of one lane one after the other. */
export const createNotifier = (dependencies: NotifierDependencies): Notifier => {
  const { notices, deliver, clock, random, log } = dependencies;
  let isStopping = false;
  const busyLanes = new Map<string, Promise<void>>();
  const laneFreeAt = new Map<string, number>();
  let alarm = new AbortController();
  let loop: Promise<void> | null = null;
  let isAlive = true;

  const wake = () => alarm.abort();

  const retryDelay = (attempts: number): number => {
    const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts);
    return longest / 2 + (longest / 2) * random();
  };

  const handle = async (notice: Notice): Promise<void> => {
    const delivery = await deliver(notice).catch((error: unknown): Delivery => {
      log.error({ notice: notice.id, kind: notice.kind, err: error }, 'notice not delivered');
      return { outcome: 'later', reason: 'unexpected', retryAfterMs: null };
    });
    const now = clock.now();
    switch (delivery.outcome) {
      case 'delivered':
        return notices.delivered(notice.id, now, delivery.card);
      case 'later': {
        const delay = Math.max(delivery.retryAfterMs ?? 0, retryDelay(notice.attempts));
        return notices.postpone(notice.id, now + delay, delivery.reason, now);
      }
      case 'never':
        log.warn({ notice: notice.id, kind: notice.kind, reason: delivery.reason }, 'notice given up');
        return notices.giveUp(notice.id, delivery.reason, now, delivery.instead);
    }
  };

  const begin = (notice: Notice): void => {
    const run = handle(notice)
      .catch((error: unknown) => {
        // The database refused: the notice is still waiting there, and this lane rests before the next try.
        log.error({ notice: notice.id, err: error }, 'notice not recorded');
        laneFreeAt.set(notice.lane, clock.now() + LONGEST_RETRY_MS);
      })
      .finally(() => {
        busyLanes.delete(notice.lane);
        wake();
      });
    busyLanes.set(notice.lane, run);
  };

  /** Starts what is due and gives the time of what comes next. */
  const round = async (): Promise<number> => {
    const now = clock.now();
    for (const [lane, freeAt] of laneFreeAt) if (freeAt <= now) laneFreeAt.delete(lane);
    let next = now + LONGEST_RETRY_MS;
    for (const notice of await notices.heads()) {
      if (busyLanes.has(notice.lane)) continue;
      const at = Math.max(notice.dueAt, laneFreeAt.get(notice.lane) ?? 0);
      if (at > now) {
        next = Math.min(next, at);
        continue;
      }
      laneFreeAt.set(notice.lane, now + LANE_GAP_MS);
      begin(notice);
    }
    return next;
  };

  const run = async (): Promise<void> => {
    while (!isStopping) {
      // Renewed before the round: a wake during it ends the sleep that follows.
      alarm = new AbortController();
      const { signal } = alarm;
      let next: number;
      try {
        next = await round();
      } catch (error) {
        log.error({ err: error }, 'notices not read; trying again');
        next = clock.now() + FIRST_RETRY_MS;
      }
      if (!isStopping) await clock.sleep(Math.max(0, next - clock.now()), signal);
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
      isStopping = true;
      wake();
      await loop;
      await Promise.allSettled(busyLanes.values());
    },
    isAlive: () => isAlive,
  };
};
