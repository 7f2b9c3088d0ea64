import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** The longest event-loop block in milliseconds while this ran. */
export const watchTurns = async (work: () => Promise<unknown>): Promise<number> => {
  let isOver = false;
  let longest = 0;
  const watching = (async () => {
    for (let last = performance.now(); !isOver; ) {
      await nextTurn();
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
    }
  })();
  await nextTurn();
  try {
    await work();
  } finally {
    isOver = true;
    await watching;
  }
  return longest;
};
