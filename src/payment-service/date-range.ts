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

/** No zone changes its clock by more than this, or twice within it. */
const AROUND_MS = 3 * 60 * 60_000;

/**
 * The range that holds every record made from `fromMs` to `toMs` (epoch milliseconds), on the wall clock of
 * `zone`. Around a clock change a wall-clock time happens twice or not at all, so there the range is wider by as
 * much as the clock changes: it is never empty, and leaves nothing out whichever of the two is meant. Throws
 * `RangeError` where `toMs` is before `fromMs`.
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
