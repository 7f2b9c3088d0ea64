import { millisecondsInDay } from 'date-fns/constants';
import { formatLocalDateTime, parseLocalDateTime } from '../payment-service/index.ts';
import { parseInstant } from '../payments/index.ts';

/** Epoch milliseconds; null if the value is not a time. */
export type ParseTime = (value: unknown) => number | null;

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const LOCAL = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}:\d{2}$/;
const WALL = /^(\d{4}-\d{2}-\d{2})[ T]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;

/**
 * Reads times as services write them: with an offset or on the zone's clock, as numbers since the epoch, and
 * as the lists of numbers that Java makes of local dates. A date without a time is the start of that day.
 * Rows are close together in time, so we look the zone up only once a day.
 */
export const createParseTime = (timeZone: string): ParseTime => {
  let known: Day = { day: '', midnight: null };
  const parseWall = (text: string): number | null => {
    const [, day, hour, minute, second] = WALL.exec(text) ?? [];
    if (day !== undefined && day !== known.day) known = { day, midnight: findMidnight(day, timeZone) };
    if (day === undefined || known.midnight === null) {
      return parseLocalDateTime(text.replace('T', ' '), timeZone);
    }
    return known.midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  };
  return (value) => {
    if (Array.isArray(value)) {
      const text = partsText(value);
      return text === null ? null : parseWall(text);
    }
    if (typeof value !== 'string') return parseInstant(value, timeZone);
    const text = value.trim();
    if (LOCAL.test(text)) return parseWall(text);
    return DATE.test(text) ? parseWall(`${text} 00:00:00`) : parseInstant(text, timeZone);
  };
};

interface Day {
  day: string;
  /** Epoch milliseconds; null if the clock changes around that day, or the day does not exist. */
  midnight: number | null;
}

/** Compares the offset a day before with the one a day after: no zone changes its clock twice within two days. */
function findMidnight(day: string, timeZone: string): number | null {
  const midnight = parseLocalDateTime(`${day} 00:00:00`, 'UTC');
  if (midnight === null) return null;
  const [before, after] = [midnight - millisecondsInDay, midnight + 2 * millisecondsInDay].map((wall) => {
    const text = new Date(wall).toISOString().slice(0, 19).replace('T', ' ');
    return wall - (parseLocalDateTime(text, timeZone) ?? Number.NaN);
  });
  return before !== undefined && before === after ? midnight - before : null;
}

/** Java writes a local date as `[2026, 10, 1, 12, 30, 5]` unless its JSON writer is told otherwise. */
function partsText(parts: readonly unknown[]): string | null {
  if (parts.length < 3 || parts.length > 7 || !parts.every(Number.isInteger)) return null;
  const [year, month, day, hour, minute, second] = parts.map((part) => String(part).padStart(2, '0'));
  return `${year}-${month}-${day} ${hour ?? '00'}:${minute ?? '00'}:${second ?? '00'}`;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const QUARTER = 15 * MINUTE;

/** Writes instants in ISO 8601 on a zone's clock, with its offset: `2026-11-21T12:30:05+04:00`. */
export const createMomentText = (timeZone: string): ((instant: number) => string) => {
  const offsetOf = createOffsetOf(timeZone);
  let minute = Number.NaN;
  /** `2026-11-21T12:30:` */
  let start = '';
  let offset = Number.NaN;
  let ending = '';
  return (instant) => {
    const current = offsetOf(instant);
    if (current !== offset) {
      offset = current;
      minute = Number.NaN;
      ending = offsetText(offset);
    }
    const wall = instant + offset;
    if (Math.floor(wall / MINUTE) !== minute) {
      minute = Math.floor(wall / MINUTE);
      start = new Date(wall).toISOString().slice(0, -7);
    }
    const rest = wall - minute * MINUTE;
    const milliseconds = rest % SECOND;
    const fraction = milliseconds === 0 ? '' : `.${String(milliseconds).padStart(3, '0')}`;
    return `${start}${part(Math.floor(rest / SECOND))}${fraction}${ending}`;
  };
};

/** Epoch milliseconds of what a zone's clock shows, as if it were UTC. */
export const createWallTime = (timeZone: string): ((instant: number) => number) => {
  const offsetOf = createOffsetOf(timeZone);
  return (instant) => instant + offsetOf(instant);
};

/** Clocks change on a quarter of an hour, so the zone is looked up once for each; St. John's changed at 00:01 until 2011. */
function createOffsetOf(timeZone: string): (instant: number) => number {
  let quarter = Number.NaN;
  let offset = 0;
  let isSteady = true;
  return (instant) => {
    const current = Math.floor(instant / QUARTER);
    if (current !== quarter) {
      quarter = current;
      offset = offsetAt(current * QUARTER, timeZone);
      isSteady = offsetAt((current + 1) * QUARTER - MINUTE, timeZone) === offset;
    }
    return isSteady ? offset : offsetAt(instant, timeZone);
  };
}

function offsetAt(instant: number, timeZone: string): number {
  const wall = parseLocalDateTime(formatLocalDateTime(instant, timeZone), 'UTC') ?? instant;
  return Math.round((wall - instant) / MINUTE) * MINUTE;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  return `${offset < 0 ? '-' : '+'}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}

const part = (value: number): string => (value < 10 ? `0${value}` : String(value));
