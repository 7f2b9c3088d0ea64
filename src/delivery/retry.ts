import type { Clock } from '../clock.ts';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/**
 * Whole milliseconds. Doubles with every attempt up to five minutes. Half of it is random, so that lanes
 * do not retry in step.
 */
export const buildRetryDelay = (attempts: number, random: () => number): number => {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts);
  return Math.round(longest / 2 + (longest / 2) * random());
};

/**
 * Retries writing a result until the deadline, so that a short database outage does not waste finished work. Rejects
 * with the last error at the deadline or when the signal aborts.
 */
export const retryUntil = async <Result>(
  write: () => Promise<Result>,
  {
    until,
    signal,
    clock,
    random,
    onError,
  }: {
    /** The deadline, read before each retry because a lease may be renewed meanwhile. */
    until: () => number;
    signal: AbortSignal;
    clock: Clock;
    random: () => number;
    onError: (error: unknown) => void;
  },
): Promise<Result> => {
  for (let attempts = 0; ; attempts += 1) {
    try {
      return await write();
    } catch (error) {
      const delay = buildRetryDelay(attempts, random);
      if (signal.aborted || clock.now() + delay >= until()) throw error;
      onError(error);
      await clock.sleep(delay, signal);
    }
  }
};
