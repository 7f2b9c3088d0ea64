import { formatLocalDateTime, parseLocalDateTime } from '../payment-service/index.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** Clocks change on quarters of an hour, so that the zone is asked once in each. */
const QUARTER = 15 * MINUTE;

/** Writes instants in ISO 8601 on the clock of a zone, with its offset: `2026-11-21T12:30:05+04:00`. */
export const createMomentText = (timeZone: string): ((instant: number) => string) => {
  let quarter = Number.NaN;
  let minute = Number.NaN;
  /** `2026-11-21T12:30:` */
  let start = '';
  let offset = 0;
  let ending = '';
  return (instant) => {
    const current = Math.floor(instant / QUARTER);
    if (current !== quarter) {
      quarter = current;
      minute = Number.NaN;
      offset = offsetAt(current * QUARTER, timeZone);
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

function offsetAt(instant: number, timeZone: string): number {
  const wall = parseLocalDateTime(formatLocalDateTime(instant, timeZone), 'UTC') ?? instant;
  return Math.round((wall - instant) / MINUTE) * MINUTE;
}

function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  return `${offset < 0 ? '-' : '+'}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}

const part = (value: number): string => (value < 10 ? `0${value}` : String(value));
