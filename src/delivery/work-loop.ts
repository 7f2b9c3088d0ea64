import type { Clock } from '../clock.ts';

/** Work that is done in rounds, for as long as the process lives. */
export interface WorkLoop {
  /** There may be something to do: the next round begins now. */
  wake(): void;
  start(): void;
  /** Waits for the round in hand. */
  stop(): Promise<void>;
  /** False when the loop has died. */
  isAlive(): boolean;
}

/**
 * Calls `round`, which gives the time of the next one, and sleeps until then. What it throws is handed to
 * `onFault`, and the next round comes after `restMs`.
 */
export const createWorkLoop = ({
  round,
  clock,
  restMs,
  onFault,
}: {
  round: () => Promise<number>;
  clock: Clock;
  restMs: number;
  onFault: (error: unknown) => void;
}): WorkLoop => {
  let isStopping = false;
  let isAlive = true;
  let alarm = new AbortController();
  let loop: Promise<void> | null = null;

  const wake = () => alarm.abort();

  const run = async (): Promise<void> => {
    while (!isStopping) {
      // Renewed before the round: a wake during it ends the sleep that follows.
      alarm = new AbortController();
      const { signal } = alarm;
      let next: number;
      try {
        next = await round();
      } catch (error) {
        onFault(error);
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
