import type { Clock } from './clock.ts';
import { buildRetryDelay } from './retry-delay.ts';

/**
 * Tries again what must be written down while there is time for it: a database that is away for a moment must
 * not cost work that was done already. Rejects with the last fault when the time is over or the signal aborts.
 */
export const insist = async <Result>(
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
