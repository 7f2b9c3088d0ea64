import type { Clock } from '../clock.ts';

/** Work in rounds, until the process ends. */
interface WorkLoop {
  /** There may be something to do: starts the next round now. */
  wake(): void;
  start(): void;
  /** Waits for the current round. */
  stop(): Promise<void>;
  /** False when the loop has died. */
  isAlive(): boolean;
}

/**
 * Calls `round`, which returns the time of the next round, and sleeps until then. If a round throws, the
 * error goes to `onError` and the next round starts after `restMs`.
 */
export const createWorkLoop = ({
  round,
  clock,
  restMs,
  onError,
}: {
  round: () => Promise<number>;
  clock: Clock;
  restMs: number;
  onError: (error: unknown) => void;
}): WorkLoop => {
  let isStopping = false;
  let isAlive = true;
  let alarm = new AbortController();
  let loop: Promise<void> | null = null;

  // A reason of our own: the default builds an error with a stack each time.
  const wake = () => alarm.abort('woken');

  const run = async (): Promise<void> => {
    while (!isStopping) {
      // Replaced before the round, so a wake during the round also ends the sleep after it.
      alarm = new AbortController();
      const { signal } = alarm;
      let next: number;
      try {
        next = await round();
      } catch (error) {
        onError(error);
        next = clock.now() + restMs;
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
    },
    isAlive: () => isAlive,
  };
};
