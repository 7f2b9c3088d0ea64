import { setImmediate } from 'node:timers/promises';

/**
 * Calls `take` with where to go on, null at first, until it gives no place to go on after; others get their turn
 * in between. Gives the sum of what `take` counted; null: it was stopped before the end.
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
