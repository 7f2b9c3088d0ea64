import { zoneOffsetMs } from '../payment-service/local-date-time.ts';
import { parseInstant } from '../payments/index.ts';

/** Epoch milliseconds; null if the value is not a time. */
export type ParseTime = (value: unknown) => number | null;

const DATE = /^\s*\d{4}-\d{2}-\d{2}\s*$/;

/**
 * Reads times as services write them: with an offset or on the zone's clock, as numbers since the epoch, and
 * as the lists of numbers that Java makes of local dates. A date without a time is the start of that day.
 */
export const createParseTime =
  (timeZone: string): ParseTime =>
  (value) => {
    const text = Array.isArray(value) ? partsText(value) : value;
    const isDate = typeof text === 'string' && DATE.test(text);
    return parseInstant(isDate ? `${text.trim()} 00:00:00` : text, timeZone);
  };

/** Java writes a local date as `[2026, 10, 1, 12, 30, 5]` unless its JSON writer is told otherwise. */
function partsText(parts: readonly unknown[]): string | null {
  if (parts.length < 3 || parts.length > 7 || !parts.every(Number.isInteger)) return null;
  const [year, month, day, hour, minute, second] = parts.map((part) => String(part).padStart(2, '0'));
  return `${year}-${month}-${day} ${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}`;
}

const MINUTE = 60_000;

/** Writes instants in ISO 8601 on a zone's clock, with its offset: `2026-11-21T12:30:05+04:00`. */
export const createMomentText =
  (timeZone: string): ((instant: number) => string) =>
  (instant) => {
    const offset = offsetAt(instant, timeZone);
    const wall = new Date(instant + offset).toISOString().slice(0, -1);
    return `${wall.replace('.000', '')}${offsetText(offset)}`;
  };

/** Epoch milliseconds of what a zone's clock shows, as if it were UTC. */
export const createWallTime =
  (timeZone: string): ((instant: number) => number) =>
  (instant) =>
    instant + offsetAt(instant, timeZone);

/** In whole minutes, as ISO 8601 writes them: until 1972 some zones had seconds. */
const offsetAt = (instant: number, timeZone: string): number =>
  Math.round(zoneOffsetMs(instant, timeZone) / MINUTE) * MINUTE;

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  return `${offset < 0 ? '-' : '+'}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}

const part = (value: number): string => (value < 10 ? `0${value}` : String(value));
