/** The same customer and amount within this time looks like a mistake. */
export const DOUBLE_WITHIN_MS = 24 * 60 * 60_000;

/** From when on links count that are like the one that is asked for now. */
export const guardSince = ({ knownUntil = null }: { knownUntil?: number | null }, now: number): number =>
  Math.max(now - DOUBLE_WITHIN_MS, knownUntil === null ? 0 : knownUntil + 1);
