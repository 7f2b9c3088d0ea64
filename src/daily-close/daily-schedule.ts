import { addDays, type DateSpan, spanOfDays } from '../calendar/date-span.ts';
import { instantOfMinute, type Repeat } from '../calendar/repeat.ts';
import { isOfDayBefore } from './switch-words.ts';

/** The close of one day. Instants are in epoch milliseconds. */
export interface ScheduledClose {
  /** The day that it closes, `yyyy-MM-dd` in the merchant's zone. */
  day: string;
  /** From the day's first second to the hour of the close. */
  span: DateSpan;
}

const SECOND = 1_000;

/** The close of the turn of a day. */
export const scheduleClose = (turn: string, repeat: Repeat, timeZone: string): ScheduledClose => {
  const day = isOfDayBefore(repeat) ? addDays(turn, -1) : turn;
  const { from, to } = spanOfDays(day, day, timeZone);
  const dueAt = instantOfMinute(turn, repeat.atMinute, timeZone);
  return { day, span: { from, to: Math.min(to, dueAt - SECOND) } };
};
