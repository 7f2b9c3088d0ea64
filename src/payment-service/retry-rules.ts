/** Not counting the first attempt. */
export const MAX_RETRIES = 3;
export const RETRIED_STATUSES: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
const LONGEST_RETRY_AFTER_MS = 60_000;

/**
 * How long to wait before retry number `retry` (from 1): exponential, capped at 8 s, the upper half of it
 * random. Never less than `Retry-After`, which counts up to 60 s.
 */
export function retryDelayMs(retry: number, retryAfterMs: number | null, random: () => number): number {
  const delay = Math.min(FIRST_DELAY_MS * 2 ** (retry - 1), LONGEST_DELAY_MS);
  const jittered = Math.round(delay / 2 + (random() * delay) / 2);
  return Math.max(jittered, Math.min(retryAfterMs ?? 0, LONGEST_RETRY_AFTER_MS));
}

/** `Retry-After` in either of its forms, seconds or an HTTP date, as milliseconds from now; `null` when unreadable. */
export function parseRetryAfter(header: string | null, nowMs: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Z][a-z]{2,8}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? null : Math.max(0, date - nowMs);
}
