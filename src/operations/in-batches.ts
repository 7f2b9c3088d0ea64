import { setImmediate } from 'node:timers/promises';

/**
 * Calls `take` with the place to continue from (null at first) until it returns no `next`. Yields to other work
 * between batches. Returns the sum of the counts; null if aborted before the end.
 */
export const inBatches = async (
  take: (after: string | null) => Promise<{ count: number; next: string | null }>,
  signal: AbortSignal,
): Promise<number | null> => {
  let total = 0;
  let after: string | null = null;
  do {
    if (signal.aborted) return null;
    const { count, next } = await take(after);
    total += count;
    after = next;
    await setImmediate();
  } while (after !== null);
  return total;
};
