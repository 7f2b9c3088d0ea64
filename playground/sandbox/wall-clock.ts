import { TZDate, tzOffset } from '@date-fns/tz';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';

const SHAPE = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;
const LAST_WRITABLE = Date.UTC(9999, 11, 31, 23, 59, 59);

/** `yyyy-MM-dd HH:mm:ss` on the clocks of `zone`. */
export const formatWallClock = (at: number, zone: string): string => wallText(at + offsetOf(at, zone));

/** Clocks are changed on a quarter of an hour. */
const QUARTER_MS = 15 * millisecondsInMinute;
const MOST_OFFSETS = 10_000;
/** By zone and quarter: each record of a listing has three moments to write. */
const OFFSETS = new Map<string, number>();

/** In milliseconds ahead of UTC. */
function offsetOf(at: number, zone: string): number {
  const key = `${zone} ${Math.floor(at / QUARTER_MS)}`;
  const known = OFFSETS.get(key);
  if (known !== undefined) return known;
  if (OFFSETS.size >= MOST_OFFSETS) OFFSETS.clear();
  const offset = tzOffset(zone, new Date(at)) * millisecondsInMinute;
  OFFSETS.set(key, offset);
  return offset;
}

/** Epoch milliseconds, or null when the text is not `yyyy-MM-dd HH:mm:ss` or no date of the calendar. */
export const parseWallClock = (text: string, zone: string): number | null => {
  const parts = SHAPE.exec(text)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const exists = wallText(Date.UTC(year, month - 1, day, hour, minute, second)) === text;
  return exists ? new TZDate(year, month - 1, day, hour, minute, second, zone).getTime() : null;
};

/** Midnight at the start of the day in which `at` falls in `zone`, moved by whole days. */
export const startOfDay = (at: number, zone: string, movedByDays = 0): number => {
  const moved = moveDay(formatWallClock(at, zone).slice(0, 10), movedByDays);
  return parseWallClock(`${moved} 00:00:00`, zone) ?? at;
};

/** A date (`yyyy-MM-dd`) some days later or earlier. */
export const moveDay = (day: string, days: number): string =>
  wallText(Date.parse(`${day}T00:00:00Z`) + days * millisecondsInDay).slice(0, 10);

/** Names that are known to be zones: to try one takes long. */
const ZONES = new Set<string>();

/** An IANA name; offsets such as `+04:00` are none. */
export const isZoneName = (text: string): boolean => {
  if (ZONES.has(text)) return true;
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: text });
  } catch {
    return false;
  }
  ZONES.add(text);
  return true;
};

function wallText(wall: number): string {
  return new Date(Math.min(wall, LAST_WRITABLE)).toISOString().slice(0, 19).replace('T', ' ');
}
