import { type DateSpan, spanOfDays } from '../calendar/date-span.ts';
import { dueAtOf, type Repeat } from '../calendar/repeat.ts';

/** `21:00`, `21.00`, `9pm`, `9:30 pm`; a bare number only if it can mean just one hour. */
const SHAPE = /^(\d{1,2})(?:[:.](\d{2}))?\s*(?:([ap])\.?\s*m\.?)?$/;

/** Minutes after midnight; null: not understood. */
export const readDailyHour = (text: string): number | null => {
  const found = SHAPE.exec(
    text
      .trim()
      .toLowerCase()
      .replace(/^at\s+/, ''),
  );
  if (!found) return null;
  const [, hours = '', minutes, half] = found;
  const hour = Number(hours);
  const minute = Number(minutes ?? '0');
  if (minute > 59) return null;
  if (half !== undefined) {
    if (hour < 1 || hour > 12) return null;
    return ((hour % 12) + (half === 'p' ? 12 : 0)) * 60 + minute;
  }
  if (hour > 23) return null;
  // "9" could be the morning or the evening.
  const isPlain = minutes !== undefined || hour > 12;
  return isPlain ? hour * 60 + minute : null;
};

/** The close of one day. Instants are in epoch milliseconds. */
export interface ScheduledClose {
  /** `yyyy-MM-dd` in the merchant's zone. */
  day: string;
  /** When to post it. */
  dueAt: number;
  /** From the day's first second to the hour of the close. */
  span: DateSpan;
}

/** A close in the small hours covers the day before: its own day has nothing to report yet. */
const SMALL_HOURS = 6 * 60;
const SECOND = 1_000;

export const isOfDayBefore = (atMinute: number): boolean => atMinute < SMALL_HOURS;

/** A close each day at this hour. */
export const repeatClose = (atMinute: number): Repeat => ({
  every: 'day',
  on: isOfDayBefore(atMinute) ? 1 : 0,
  atMinute,
});

export const scheduleClose = (day: string, atMinute: number, timeZone: string): ScheduledClose => {
  const wholeDay = spanOfDays(day, day, timeZone);
  const dueAt = dueAtOf(repeatClose(atMinute), day, timeZone);
  return { day, dueAt, span: { from: wholeDay.from, to: Math.min(wholeDay.to, dueAt - SECOND) } };
};
