import { formatLocalDateTime, zoneOffsetMs } from './local-date-time.ts';

/** Both ends inclusive, `yyyy-MM-dd HH:mm:ss` on the merchant's wall clock. */
export interface DateRange {
  fromDate: string;
  toDate: string;
}

/** `page` counts from 0 (default 0); `size` is records per page (default 10). Both int32. */
export interface PageRequest {
  page?: number | undefined;
  size?: number | undefined;
}

/** No zone changes its clock by more than this, or twice within this time. */
const AROUND_MS = 3 * 60 * 60_000;

/**
 * The range, on the wall clock of `zone`, that holds every record created from `fromMs` to `toMs` (epoch
 * milliseconds). Around a clock change a wall-clock time happens twice or not at all, so the range is widened by
 * the size of the change. It is never empty and misses nothing, whichever of the two times the service means.
 * Throws `RangeError` if `toMs` is before `fromMs`.
 */
export function buildDateRange(fromMs: number, toMs: number, zone: string): DateRange {
  if (toMs < fromMs) throw new RangeError('a range must not end before it begins');
  const offsets = [
    fromMs - AROUND_MS,
    fromMs,
    fromMs + AROUND_MS,
    toMs - AROUND_MS,
    toMs,
    toMs + AROUND_MS,
  ].map((at) => zoneOffsetMs(at, zone));
  const change = Math.max(...offsets) - Math.min(...offsets);
  return {
    fromDate: formatLocalDateTime(fromMs - change, zone),
    toDate: formatLocalDateTime(toMs + change, zone),
  };
}
