import { parseLocalDateTime } from '../payment-service/index.ts';
import { addDays } from './calendar-day.ts';
import { formatDailyHour } from './daily-hour.ts';
import { type DateSpan, dayOf, spanOfDays } from './date-span.ts';

/** The close of one day. Instants are epoch milliseconds. */
export interface ScheduledClose {
  /** `yyyy-MM-dd` in the merchant's zone. */
  day: string;
  /** When it is to be said. */
  dueAt: number;
  /** From the day's first second to the hour of the close. */
  span: DateSpan;
}

/** A close in the small hours is of the day before: of its own day there is nothing to say yet. */
const SMALL_HOURS = 6 * 60;
const SECOND = 1_000;

export const isOfDayBefore = (atMinute: number): boolean => atMinute < SMALL_HOURS;

/** An hour that a clock change leaves out comes as much later as the clock jumped; of two equal ones, the first. */
export const scheduleClose = (day: string, atMinute: number, timeZone: string): ScheduledClose => {
  const wholeDay = spanOfDays(day, day, timeZone);
  const dueDay = isOfDayBefore(atMinute) ? addDays(day, 1) : day;
  const dueAt = parseLocalDateTime(`${dueDay} ${formatDailyHour(atMinute)}:00`, timeZone);
  if (dueAt === null) throw new RangeError('a day is yyyy-MM-dd and in the calendar');
  return { day, dueAt, span: { from: wholeDay.from, to: Math.min(wholeDay.to, dueAt - SECOND) } };
};

/** The day whose close is next, or was last: the only one that may still be said. */
export const dayToClose = (now: number, atMinute: number, timeZone: string): string => {
  const today = dayOf(now, timeZone);
  return isOfDayBefore(atMinute) ? addDays(today, -1) : today;
};

/** The next close that is not past, and the one after. */
export const listNextCloses = (now: number, atMinute: number, timeZone: string): ScheduledClose[] => {
  const first = dayToClose(now, atMinute, timeZone);
  return [0, 1, 2]
    .map((days) => scheduleClose(addDays(first, days), atMinute, timeZone))
    .filter(({ dueAt }) => dueAt > now)
    .slice(0, 2);
};

/** The days after one and before the other. */
export const listDaysBetween = (day: string, later: string): string[] => {
  const days: string[] = [];
  for (let next = addDays(day, 1); next < later; next = addDays(next, 1)) days.push(next);
  return days;
};
