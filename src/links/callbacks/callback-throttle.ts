import type { Clock } from '../../clock.ts';

/** `repeated`: stored before. `late`: come again after `waitMs`; `isFirst` once in a while, to act on it. */
export type Admission =
  | { is: 'admitted' }
  | { is: 'repeated' }
  | { is: 'late'; waitMs: number; isFirst: boolean };

export interface CallbackThrottle {
  /** Something was stored for this token not long ago, so that it is a link's. */
  knows(tokenHash: string): boolean;
  admit(tokenHash: string, evidenceHash: string): Admission;
  /**
   * The token is a link's, and this came for it and is stored; null: what came counts each time. Until then a
   * token is not counted, so guesses leave no trace.
   */
  remember(tokenHash: string, evidenceHash: string | null): void;
  /** The same came again for a remembered token: true once a second, to look whether it is about something new. */
  mayRepeat(tokenHash: string): boolean;
}

interface Bucket {
  left: number;
  filledAt: number;
  toldLateAt: number;
  repeatedAt: number;
  stored: string[];
}

/** A service that repeats itself repeats its last few callbacks. */
const REMEMBERED = 4;
const REPEAT_EVERY_MS = 1_000;

/**
 * A bucket for each link's token: `burst` callbacks at once, then `perSecond`. A repeat of what is stored is
 * not counted, so a sender that repeats itself does not shut out its own news. At most `maxTokens` buckets; the one
 * longest unused goes first.
 */
export const createCallbackThrottle = ({
  clock,
  burst = 20,
  perSecond = 1,
  maxTokens = 10_000,
  tellLateMs = 30_000,
}: {
  clock: Clock;
  burst?: number;
  perSecond?: number;
  maxTokens?: number;
  tellLateMs?: number;
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
      const isFirst = now - bucket.toldLateAt >= tellLateMs;
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
