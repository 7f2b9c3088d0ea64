import { TZDate, tzOffset } from '@date-fns/tz';
import { millisecondsInDay, millisecondsInMinute } from 'date-fns/constants';

const SHAPE = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/;
const LAST_WRITABLE = Date.UTC(9999, 11, 31, 23, 59, 59);

/** `yyyy-MM-dd HH:mm:ss` in `zone`. */
export const formatWallClock = (at: number, zone: string): string => wallText(at + offsetOf(at, zone));

/** Offsets change only on a quarter of an hour. */
const QUARTER_MS = 15 * millisecondsInMinute;
const MOST_OFFSETS = 10_000;
/** Cached by zone and quarter: each record of a listing has three times to format. */
const OFFSETS = new Map<string, number>();

/** Milliseconds ahead of UTC. */
function offsetOf(at: number, zone: string): number {
  const key = `${zone} ${Math.floor(at / QUARTER_MS)}`;
  const known = OFFSETS.get(key);
  if (known !== undefined) return known;
  if (OFFSETS.size >= MOST_OFFSETS) OFFSETS.clear();
  const offset = tzOffset(zone, new Date(at)) * millisecondsInMinute;
  OFFSETS.set(key, offset);
  return offset;
}

/** Epoch milliseconds, or null if the text is not `yyyy-MM-dd HH:mm:ss` or not a valid date. */
export const parseWallClock = (text: string, zone: string): number | null => {
  const parts = SHAPE.exec(text)?.slice(1).map(Number);
  if (!parts) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const exists = wallText(Date.UTC(year, month - 1, day, hour, minute, second)) === text;
  return exists ? new TZDate(year, month - 1, day, hour, minute, second, zone).getTime() : null;
};

/** Midnight of the day of `at` in `zone`, moved by whole days. */
export const startOfDay = (at: number, zone: string, movedByDays = 0): number => {
  const moved = moveDay(formatWallClock(at, zone).slice(0, 10), movedByDays);
  return parseWallClock(`${moved} 00:00:00`, zone) ?? at;
};

/** A date (`yyyy-MM-dd`), moved by whole days. */
export const moveDay = (day: string, days: number): string =>
  wallText(Date.parse(`${day}T00:00:00Z`) + days * millisecondsInDay).slice(0, 10);

/** Known zone names: checking one is slow. */
const ZONES = new Set<string>();

/** Whether this is an IANA name; offsets such as `+04:00` are not. */
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
