import type { Clock } from '../../clock.ts';

/**
 * `repeated`: stored before. `late`: the sender should come again after `waitMs`; `isFirst` is true once in a
 * while, so that one of them leads to a check.
 */
type Admission = { is: 'admitted' } | { is: 'repeated' } | { is: 'late'; waitMs: number; isFirst: boolean };

export interface CallbackThrottle {
  /** Something was stored for this token not long ago, so the token belongs to a link. */
  knows(tokenHash: string): boolean;
  admit(tokenHash: string, evidenceHash: string): Admission;
  /**
   * Call this when a token proves to be a link's and its callback is stored. A null hash: the callback counts
   * each time. A token that was never remembered is not counted, so guesses leave no trace.
   */
  remember(tokenHash: string, evidenceHash: string | null): void;
  /**
   * The same callback came again for a remembered token. True once a second: then check whether it is about
   * something new.
   */
  mayRepeat(tokenHash: string): boolean;
}

interface Bucket {
  left: number;
  filledAt: number;
  toldLateAt: number;
  repeatedAt: number;
  stored: string[];
}

/** A service that repeats itself sends its last few callbacks again. */
const REMEMBERED = 4;
const REPEAT_EVERY_MS = 1_000;

/** How often one link's late callbacks are told of. */
const TELL_LATE_MS = 30_000;

/**
 * A bucket for each link's token: `burst` callbacks at once, then `perSecond`. Repeats of stored callbacks do
 * not count, so a sender that repeats itself does not block its own news. Holds at most `maxTokens` buckets
 * and drops the least recently used first.
 */
export const createCallbackThrottle = ({
  clock,
  burst = 20,
  perSecond = 1,
  maxTokens = 10_000,
}: {
  clock: Clock;
  burst?: number;
  perSecond?: number;
  maxTokens?: number;
}): CallbackThrottle => {
  const buckets = new Map<string, Bucket>();

  const touch = (tokenHash: string, bucket: Bucket) => {
    buckets.delete(tokenHash);
    buckets.set(tokenHash, bucket);
    if (buckets.size <= maxTokens) return;
    const [oldest] = buckets.keys();
    if (oldest !== undefined) buckets.delete(oldest);
  };

  return {
    knows: (tokenHash) => buckets.has(tokenHash),

    admit: (tokenHash, evidenceHash) => {
      const bucket = buckets.get(tokenHash);
      if (!bucket) return { is: 'admitted' };
      touch(tokenHash, bucket);
      if (bucket.stored.includes(evidenceHash)) return { is: 'repeated' };
      const now = clock.now();
      const gained = (Math.max(0, now - bucket.filledAt) * perSecond) / 1000;
      bucket.left = Math.min(burst, bucket.left + gained);
      bucket.filledAt = now;
      if (bucket.left >= 1) {
        bucket.left -= 1;
        return { is: 'admitted' };
      }
      const isFirst = now - bucket.toldLateAt >= TELL_LATE_MS;
      if (isFirst) bucket.toldLateAt = now;
      return { is: 'late', waitMs: ((1 - bucket.left) * 1000) / perSecond, isFirst };
    },

    remember: (tokenHash, evidenceHash) => {
      const bucket = buckets.get(tokenHash) ?? {
        left: burst - 1,
        filledAt: clock.now(),
        toldLateAt: Number.NEGATIVE_INFINITY,
        repeatedAt: Number.NEGATIVE_INFINITY,
        stored: [],
      };
      if (evidenceHash !== null && !bucket.stored.includes(evidenceHash))
        bucket.stored = [...bucket.stored, evidenceHash].slice(-REMEMBERED);
      touch(tokenHash, bucket);
    },

    mayRepeat: (tokenHash) => {
      const bucket = buckets.get(tokenHash);
      const now = clock.now();
      if (!bucket || Math.abs(now - bucket.repeatedAt) < REPEAT_EVERY_MS) return false;
      bucket.repeatedAt = now;
      return true;
    },
  };
};
