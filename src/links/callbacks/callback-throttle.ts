import type { Clock } from '../../clock.ts';

/**
 * `repeated`: stored before. `limited`: the sender should try again after `waitMs`; `isFirst` is true now and then, so
 * that one of them leads to a check.
 */
type Admission =
  | { is: 'admitted' }
  | { is: 'repeated' }
  | { is: 'limited'; waitMs: number; isFirst: boolean };

interface Bucket {
  left: number;
  filledAt: number;
  limitedAt: number;
  repeatedAt: number;
  stored: string[];
}

/** A service that repeats itself sends its last few callbacks again. */
const REMEMBERED = 4;
const REPEAT_EVERY_MS = 1_000;

/** How often limited callbacks lead to a check of their link. */
const LIMITED_CHECK_MS = 30_000;

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
}) => {
  const buckets = new Map<string, Bucket>();

  const touch = (tokenHash: string, bucket: Bucket) => {
    buckets.delete(tokenHash);
    buckets.set(tokenHash, bucket);
    if (buckets.size <= maxTokens) return;
    const [oldest] = buckets.keys();
    if (oldest !== undefined) buckets.delete(oldest);
  };

  return {
    admit: (tokenHash: string, evidenceHash: string): Admission => {
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
      const isFirst = now - bucket.limitedAt >= LIMITED_CHECK_MS;
      if (isFirst) bucket.limitedAt = now;
      return { is: 'limited', waitMs: ((1 - bucket.left) * 1000) / perSecond, isFirst };
    },

    /**
     * Call this once a link's callback is stored. A null hash: the callback counts each time. Other tokens are not
     * counted, so guesses leave no trace.
     */
    remember: (tokenHash: string, evidenceHash: string | null): void => {
      const bucket = buckets.get(tokenHash) ?? {
        left: burst - 1,
        filledAt: clock.now(),
        limitedAt: Number.NEGATIVE_INFINITY,
        repeatedAt: Number.NEGATIVE_INFINITY,
        stored: [],
      };
      if (evidenceHash !== null && !bucket.stored.includes(evidenceHash))
        bucket.stored = [...bucket.stored, evidenceHash].slice(-REMEMBERED);
      touch(tokenHash, bucket);
    },

    /** For a repeated callback of a remembered token. True once a second: then check whether something is new. */
    mayRepeat: (tokenHash: string): boolean => {
      const bucket = buckets.get(tokenHash);
      const now = clock.now();
      if (!bucket || Math.abs(now - bucket.repeatedAt) < REPEAT_EVERY_MS) return false;
      bucket.repeatedAt = now;
      return true;
    },
  };
};
