import type { Clock } from '../clock.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Whole milliseconds. Doubles with every attempt up to five minutes; half of it is chance, so that lanes do not march in step. */
export const buildRetryDelay = (attempts: number, random: () => number): number => {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts);
  return Math.round(longest / 2 + (longest / 2) * random());
};

/**
 * Tries again what must be written down while there is time for it: a database that is away for a moment must
 * not cost work that was done already. Rejects with the last fault when the time is over or the signal aborts.
 */
export const retryUntil = async <Result>(
  write: () => Promise<Result>,
  {
    until,
    signal,
    clock,
    random,
    onFault,
  }: {
    /** The last moment, asked each time: a lease may be renewed meanwhile. */
    until: () => number;
    signal: AbortSignal;
    clock: Clock;
    random: () => number;
    onFault: (error: unknown) => void;
  },
): Promise<Result> => {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await write();
    } catch (error) {
      const delay = buildRetryDelay(attempts, random);
      if (signal.aborted || clock.now() + delay >= until()) throw error;
      onFault(error);
      await clock.sleep(delay, signal);
    }
  }
};
