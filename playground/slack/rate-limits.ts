import { findRule, TIERS } from './web-api/method-rules.ts';

/** Slack takes one post a second in a channel, and lets short bursts through. */
const POST_BURST = 4;
const POSTS_PER_SECOND = 1;

export interface RateLimits {
  /** Counts a call. Gives Slack's `Retry-After` in seconds where it comes too soon; null: it may be done. */
  take(method: string, channel: string): number | null;
}

interface Bucket {
  left: number;
  at: number;
}

/**
 * Slack's limits of one workspace: buckets that fill up again with time. `allowance` makes each so many times as
 * wide; with `Number.POSITIVE_INFINITY` there are none.
 */
export const createRateLimits = (deps: { now: () => number; allowance: number }): RateLimits => {
  const { now, allowance } = deps;
  const buckets = new Map<string, Bucket>();

  /** Milliseconds until there is room; 0: there is. */
  const waitFor = (key: string, size: number, perSecond: number): number => {
    const at = now();
    const known = buckets.get(key) ?? { left: size, at };
    const left = Math.min(size, known.left + (Math.max(0, at - known.at) / 1000) * perSecond);
    buckets.set(key, { left, at });
    return left >= 1 ? 0 : ((1 - left) / perSecond) * 1000;
  };
  const use = (key: string): void => {
    const bucket = buckets.get(key);
    if (bucket !== undefined) bucket.left -= 1;
  };

  return {
    take(method, channel) {
      const rule = findRule(method);
      if (rule === undefined || allowance === Number.POSITIVE_INFINITY) return null;
      const perMinute = TIERS[rule.tier] * allowance;
      const wanted: [string, number, number][] = [[method, perMinute, perMinute / 60]];
      if (method === 'chat.postMessage' && channel !== '')
        wanted.push([`${method} ${channel}`, POST_BURST * allowance, POSTS_PER_SECOND * allowance]);
      const waitMs = Math.max(...wanted.map((one) => waitFor(...one)));
      if (waitMs > 0) return Math.ceil(waitMs / 1000);
      for (const [key] of wanted) use(key);
      return null;
    },
  };
};
