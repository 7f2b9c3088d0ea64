import { tzOffset } from '@date-fns/tz';
import { millisecondsInDay, millisecondsInHour, millisecondsInMinute } from 'date-fns/constants';

/** The interface recommends an expiry 30 days after generation. */
export const EXPIRY_HOURS = 30 * 24;
const SHAPE = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/**
 * An instant (epoch milliseconds) as `yyyy-MM-dd HH:mm:ss` on the wall clock of `zone`, cut to whole seconds.
 * Throws `RangeError` for an unknown zone and for years outside 0000 to 9999.
 */
export function formatLocalDateTime(instantMs: number, zone: string): string {
  return wallText(instantMs + zoneOffsetMs(instantMs, zone));
}

/**
 * Reads `yyyy-MM-dd HH:mm:ss` on the wall clock of `zone` into epoch milliseconds; `null` when the format is
 * wrong or the date does not exist. A time that daylight saving skips moves forward by the size of the gap; a
 * time that happens twice means its first occurrence unless `occurrence` says `last`.
 */
export function parseLocalDateTime(
  text: string,
  zone: string,
  occurrence: 'first' | 'last' = 'first',
): number | null {
  const wallMs = parseWall(text);
  return wallMs === null ? null : instantAt(wallMs, zone, occurrence);
}

/** `hours` later, in epoch milliseconds: whole days later at the same wall-clock time. */
export function defaultExpiry(nowMs: number, zone: string, hours: number = EXPIRY_HOURS): number {
  if (hours % 24 !== 0) return nowMs + hours * millisecondsInHour;
  const wallMs = nowMs + zoneOffsetMs(nowMs, zone) + hours * millisecondsInHour;
  return instantAt(wallMs - (((wallMs % 1000) + 1000) % 1000), zone);
}

/** Whether `text` is an IANA zone this runtime knows. Offsets such as `+04:00` are not: Node 20 can't use them. */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

function parseWall(text: string): number | null {
  if (!SHAPE.test(text)) return null;
  const wallMs = Date.parse(`${text.replace(' ', 'T')}Z`);
  // Date.parse rolls 30 February over to March, and accepts 24:00:00.
  return Number.isNaN(wallMs) || wallText(wallMs) !== text ? null : wallMs;
}

function wallText(wallMs: number): string {
  const iso = new Date(wallMs).toISOString();
  if (iso.length !== 24) throw new RangeError('the year must be between 0000 and 9999');
  return iso.slice(0, 19).replace('T', ' ');
}

/** No zone changes its clock twice within two days, so the offsets a day either side are the only candidates. */
function instantAt(wallMs: number, zone: string, occurrence: 'first' | 'last' = 'first'): number {
  const before = zoneOffsetMs(wallMs - millisecondsInDay, zone);
  const after = zoneOffsetMs(wallMs + millisecondsInDay, zone);
  // Both offsets fit only when the clock goes back; the one from before the change then gives the earlier instant.
  for (const offset of occurrence === 'first' ? [before, after] : [after, before]) {
    if (zoneOffsetMs(wallMs - offset, zone) === offset) return wallMs - offset;
  }
  return wallMs - before;
}

/** Outside these years a zone may change its clock twice in a day, or have no next day. */
const CACHED = { from: Date.UTC(1973, 0), until: Date.UTC(2500, 0) };
/** By zone and UTC day; null: the clock changes on that day. Finding an offset is slow: it formats a date. */
const knownOffsets = new Map<string, Map<number, number | null>>();
const MAX_DAYS = 1_000;

/** How far the wall clock of `zone` is ahead of UTC at an instant, in milliseconds. Throws `RangeError` for an unknown zone. */
export function zoneOffsetMs(instantMs: number, zone: string): number {
  if (!(instantMs >= CACHED.from && instantMs < CACHED.until)) return findOffsetMs(instantMs, zone);
  const day = Math.floor(instantMs / millisecondsInDay);
  let offset = knownOffsets.get(zone)?.get(day);
  if (offset === undefined) {
    const begin = findOffsetMs(day * millisecondsInDay, zone);
    const end = findOffsetMs((day + 1) * millisecondsInDay, zone);
    offset = begin === end ? begin : null;
    const days = knownOffsets.get(zone) ?? new Map<number, number | null>();
    if (days.size >= MAX_DAYS) days.clear();
    knownOffsets.set(zone, days.set(day, offset));
  }
  return offset ?? findOffsetMs(instantMs, zone);
}

function findOffsetMs(instantMs: number, zone: string): number {
  const minutes = tzOffset(zone, new Date(instantMs));
  if (Number.isNaN(minutes)) throw new RangeError('unknown time zone');
  return Math.round(minutes * millisecondsInMinute);
}

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
