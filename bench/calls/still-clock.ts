import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/clock.ts';

/** A clock that stands still until it is moved. */
export interface StillClock extends Clock {
  /**
   * Wakes sleepers one after the other, each when the process is idle again. `restMs`: time for work in other
   * threads, such as compressing a picture, which cannot be observed from here.
   */
  advance(ms: number, restMs?: number): Promise<void>;
}

/** Work that just ended may start more in the next turns of the event loop. */
const CALM_TURNS = 20;

export const createStillClock = (start: number, isBusy: () => boolean): StillClock => {
  let now = start;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const settle = async () => {
    for (let calm = 0; calm < CALM_TURNS; calm = isBusy() ? 0 : calm + 1)
      await new Promise<void>((resolve) => setImmediate(resolve));
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleeper = {
          at: now + Math.max(0, ms),
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        if (signal?.aborted) return resolve();
        signal?.addEventListener('abort', sleeper.wake, { once: true });
        sleepers.add(sleeper);
      }),
    advance: async (ms, restMs = 0) => {
      const end = now + ms;
      for (;;) {
        await settle();
        if (restMs > 0) {
          await delay(restMs);
          await settle();
        }
        const next = Math.min(...[...sleepers].map(({ at }) => at));
        if (next > end) break;
        now = Math.max(now, next);
        for (const sleeper of [...sleepers]) if (sleeper.at <= now) sleeper.wake();
      }
      now = end;
    },
  };
};
