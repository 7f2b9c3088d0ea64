import { tzOffset } from '@date-fns/tz';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';

/** The interface recommends an expiry 30 days after generation. */
export const EXPIRY_DAYS = 30;
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
 * time that happens twice means its first occurrence, or its last if you ask for that.
 */
export function parseLocalDateTime(
  text: string,
  zone: string,
  occurrence: 'first' | 'last' = 'first',
): number | null {
  const wallMs = parseWall(text);
  return wallMs === null ? null : instantAt(wallMs, zone, occurrence);
}

/** The same wall-clock time `days` later, in epoch milliseconds. */
export function defaultExpiry(nowMs: number, zone: string, days: number = EXPIRY_DAYS): number {
  const wallMs = nowMs + zoneOffsetMs(nowMs, zone) + days * millisecondsInDay;
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

/** Before, a zone's clocks may have changed twice in a day, or within a minute; and the last day of all has no end. */
const KEPT = { from: Date.UTC(1973, 0), until: Date.UTC(2500, 0) };
/** By zone and day of UTC; null: the clocks change on that day. To format a date for its offset takes long. */
const knownOffsets = new Map<string, Map<number, number | null>>();
const MOST_DAYS = 1_000;

/** How far the wall clock of `zone` is ahead of UTC at an instant, in milliseconds. Throws `RangeError` for an unknown zone. */
export function zoneOffsetMs(instantMs: number, zone: string): number {
  if (!(instantMs >= KEPT.from && instantMs < KEPT.until)) return findOffsetMs(instantMs, zone);
  const day = Math.floor(instantMs / millisecondsInDay);
  let offset = knownOffsets.get(zone)?.get(day);
  if (offset === undefined) {
    const begin = findOffsetMs(day * millisecondsInDay, zone);
    const end = findOffsetMs((day + 1) * millisecondsInDay, zone);
    offset = begin === end ? begin : null;
    const days = knownOffsets.get(zone) ?? new Map<number, number | null>();
    if (days.size >= MOST_DAYS) days.clear();
    knownOffsets.set(zone, days.set(day, offset));
  }
  return offset ?? findOffsetMs(instantMs, zone);
}

function findOffsetMs(instantMs: number, zone: string): number {
  const minutes = tzOffset(zone, new Date(instantMs));
  if (Number.isNaN(minutes)) throw new RangeError('unknown time zone');
  return Math.round(minutes * millisecondsInMinute);
}
