import type { Clock } from '../clock.ts';
import { nameDatabaseTrouble } from '../store/engine/database-errors.ts';

/** Work in rounds, until the process ends. */
export interface WorkLoop {
  /** There may be something to do: starts the next round now. */
  wake(): void;
  start(): void;
  /** Waits for the current round. */
  stop(): Promise<void>;
  /** Why its work is not done now, for an operator: the loop has died, or its rounds keep failing. Null: it is done. */
  trouble(): string | null;
}

/** One fault passes; these rounds in a row, over this time, are a fault that lasts. */
const FAILING = { rounds: 3, forMs: 10_000 };

/** The first trouble of several loops. */
export const findTrouble = (loops: readonly Pick<WorkLoop, 'trouble'>[]): string | null => {
  for (const loop of loops) {
    const trouble = loop.trouble();
    if (trouble !== null) return trouble;
  }
  return null;
};

/**
 * Calls `round`, which returns the time of the next round, and sleeps until then. If a round throws, the
 * error goes to `onError` and the next round starts after `restMs`.
 */
export const createWorkLoop = ({
  name,
  round,
  clock,
  restMs,
  onError,
}: {
  /** What it does, for an operator. */
  name: string;
  round: () => Promise<number>;
  clock: Clock;
  restMs: number;
  onError: (error: unknown) => void;
}): WorkLoop => {
  let isStopping = false;
  let hasEnded = false;
  let failing: { rounds: number; since: number; cause: string } | null = null;
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
        failing = null;
      } catch (error) {
        const { rounds, since } = failing ?? { rounds: 0, since: clock.now() };
        failing = { rounds: rounds + 1, since, cause: nameDatabaseTrouble(error) };
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
        hasEnded = true;
      });
    },
    stop: async () => {
      isStopping = true;
      wake();
      await loop;
    },
    trouble: () => {
      if (hasEnded) return `${name} have ended`;
      if (failing === null || failing.rounds < FAILING.rounds) return null;
      const forMs = clock.now() - failing.since;
      return forMs < FAILING.forMs
        ? null
        : `${name} fail for ${Math.floor(forMs / 1000)} s (${failing.cause})`;
    },
  };
};
