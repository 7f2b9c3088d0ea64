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
 * Keeps trying to record a result as long as time allows: a database that is away for a moment must not waste
 * work already done. Rejects with the last fault when the time is up or the signal aborts.
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
    /** The deadline, read each time because a lease may be renewed in the meantime. */
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
