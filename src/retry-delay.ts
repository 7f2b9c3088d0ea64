const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 5 * 60_000;

/** Whole milliseconds. Doubles with every attempt up to five minutes; half of it is chance, so that lanes do not march in step. */
export const buildRetryDelay = (attempts: number, random: () => number): number => {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts);
  return Math.round(longest / 2 + (longest / 2) * random());
};
