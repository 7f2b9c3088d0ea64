import { addDays, type DateSpan, dayOf, spanOfDays } from '../reports/date-span.ts';
import { instantOfMinute } from '../reports/repeat.ts';

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

export const scheduleClose = (day: string, atMinute: number, timeZone: string): ScheduledClose => {
  const wholeDay = spanOfDays(day, day, timeZone);
  const dueDay = isOfDayBefore(atMinute) ? addDays(day, 1) : day;
  const dueAt = instantOfMinute(dueDay, atMinute, timeZone);
  return { day, dueAt, span: { from: wholeDay.from, to: Math.min(wholeDay.to, dueAt - SECOND) } };
};

/** The day whose close is due next or was due last: the only one still worth posting. */
export const dayToClose = (now: number, atMinute: number, timeZone: string): string => {
  const today = dayOf(now, timeZone);
  return isOfDayBefore(atMinute) ? addDays(today, -1) : today;
};

/** The next close that is still to come, and the one after. */
export const listNextCloses = (now: number, atMinute: number, timeZone: string): ScheduledClose[] => {
  const first = dayToClose(now, atMinute, timeZone);
  return [0, 1, 2]
    .map((days) => scheduleClose(addDays(first, days), atMinute, timeZone))
    .filter(({ dueAt }) => dueAt > now)
    .slice(0, 2);
};

/** The days strictly between the two. */
export const listDaysBetween = (day: string, later: string): string[] => {
  const days: string[] = [];
  for (let next = addDays(day, 1); next < later; next = addDays(next, 1)) days.push(next);
  return days;
};
