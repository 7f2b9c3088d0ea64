import type { Clock } from '../clock.ts';
import { nameDatabaseTrouble } from '../store/engine/database-errors.ts';

/** Work in rounds, until the process ends. */
export interface WorkLoop {
  /** There may be something to do then: the next round starts at the latest at that time. Leave out for now. */
  wake(at?: number): void;
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
  /** When the next round starts. */
  let next = Number.NEGATIVE_INFINITY;
  let loop: Promise<void> | null = null;

  const wake = (at = Number.NEGATIVE_INFINITY) => {
    // Now by a clock that was set ahead may be later than the next round.
    const isNow = at <= clock.now();
    if (!isNow && at >= next) return;
    next = isNow ? Number.NEGATIVE_INFINITY : at;
    // A reason of our own: the default builds an error with a stack each time.
    alarm.abort('woken');
  };

  const sleep = async (): Promise<void> => {
    do {
      alarm = new AbortController();
      if (next > Number.NEGATIVE_INFINITY) await clock.sleep(Math.max(0, next - clock.now()), alarm.signal);
      // Whoever wakes it may also have named an earlier time.
    } while (alarm.signal.aborted && next > Number.NEGATIVE_INFINITY);
  };

  const run = async (): Promise<void> => {
    while (!isStopping) {
      // A wake during the round counts for the sleep after it.
      next = Number.POSITIVE_INFINITY;
      try {
        next = Math.min(await round(), next);
        failing = null;
      } catch (error) {
        const { rounds, since } = failing ?? { rounds: 0, since: clock.now() };
        failing = { rounds: rounds + 1, since, cause: nameDatabaseTrouble(error) };
        onError(error);
        next = Math.min(clock.now() + restMs, next);
      }
      await sleep();
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
