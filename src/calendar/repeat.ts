import { formatMinute, nameZone, sayMinute, WEEKDAYS } from '../blocks/money-and-time.ts';
import { parseLocalDateTime } from '../payment-service/index.ts';
import type { EVERY } from '../store/tables/schedules.ts';
import { addDays, type DateSpan, dayOf, spanOfDays, unitAround, unitBefore, weekdayOf } from './date-span.ts';

/** A day and an hour that repeat on the merchant's calendar. */
export interface Repeat {
  every: (typeof EVERY)[number];
  /**
   * Of a week, 0 for Monday; of a month, 1 to 31, or the last day of a shorter month; of a day, 0.
   */
  on: number;
  /** Minutes after midnight. */
  atMinute: number;
}

/** One occurrence. */
export interface Turn {
  /** `yyyy-MM-dd` in the merchant's zone. */
  day: string;
  /** Epoch milliseconds. */
  dueAt: number;
}

/** Which days, whatever the hour. */
export type RepeatDays = Pick<Repeat, 'every' | 'on'>;

/** A time that a clock change skips moves later by as much as the clock jumps; of one that happens twice, the first. */
export const instantOfMinute = (day: string, atMinute: number, timeZone: string): number => {
  const instant = parseLocalDateTime(`${day} ${formatMinute(atMinute)}:00`, timeZone);
  if (instant === null) throw new RangeError('a day is yyyy-MM-dd and in the calendar');
  return instant;
};

/** The longest gap between two turns in days, and one day for the zone. */
const FAR = 32;

/** The first turn after this instant. */
export const nextTurn = (repeat: Repeat, after: number, timeZone: string): Turn => {
  const today = dayOf(after, timeZone);
  for (let ahead = 0; ahead <= FAR; ahead += 1) {
    const turn = turnOf(repeat, addDays(today, ahead), timeZone);
    if (turn !== null && turn.dueAt > after) return turn;
  }
  throw new RangeError('a repeat has a turn in each month');
};

/** The last turn at or before this instant. */
export const lastTurn = (repeat: Repeat, by: number, timeZone: string): Turn => {
  const today = dayOf(by, timeZone);
  for (let back = 0; back <= FAR; back += 1) {
    const turn = turnOf(repeat, addDays(today, -back), timeZone);
    if (turn !== null && turn.dueAt <= by) return turn;
  }
  throw new RangeError('a repeat has a turn in each month');
};

/** A schedule that was stopped and started again may have taken the first. */
const CHOICES = 2;

/**
 * The turns of which the first that was not taken is planned: the last one that was due, and those to come. This is the one
 * rule for downtime: what was due meanwhile is taken once, late and for its own span; the turns before it were missed.
 */
export const turnsToCome = (
  { repeat, setAt, lastDay = '' }: { repeat: Repeat; setAt: number; lastDay?: string },
  now: number,
  timeZone: string,
): Turn[] => {
  const last = lastTurn(repeat, now, timeZone);
  const turns = last.dueAt > setAt && last.day > lastDay ? [last] : [];
  for (let after = now; turns.length < CHOICES; ) {
    const turn = nextTurn(repeat, after, timeZone);
    turns.push(turn);
    after = turn.dueAt;
  }
  return turns;
};

/** Whether it is too late for the turn of `day`: a later one is due. */
export const isTooLate = (repeat: Repeat, day: string, now: number, timeZone: string): boolean =>
  lastTurn(repeat, now, timeZone).day > day;

/** The turns after that of `lastDay` and before that of `day`. */
export const turnsMissed = (repeat: Repeat, lastDay: string, day: string): string[] =>
  turnsBetween(repeat, addDays(lastDay, 1), day);

/** The days of the turns from `fromDay` up to, but not including, `beforeDay`. */
export const turnsBetween = (repeat: Repeat, fromDay: string, beforeDay: string): string[] => {
  const days: string[] = [];
  for (let day = fromDay; day < beforeDay; day = addDays(day, 1)) if (isTurn(repeat, day)) days.push(day);
  return days;
};

/** The days that a turn reports on: the day, the seven days or the calendar month before it; on a month's last day that month. */
export const daysOfTurn = (repeat: RepeatDays, day: string, timeZone: string): DateSpan => {
  const yesterday = addDays(day, -1);
  if (repeat.every === 'day') return spanOfDays(yesterday, yesterday, timeZone);
  if (repeat.every === 'week') return spanOfDays(addDays(day, -7), yesterday, timeZone);
  const { from, to } = isOnLastDay(repeat) ? unitAround('month', day) : unitBefore('month', day);
  return spanOfDays(from, to, timeZone);
};

/** Every month has a 28th. */
export const isOnLastDay = ({ every, on }: RepeatDays): boolean => every === 'month' && on > 28;

function turnOf(repeat: Repeat, day: string, timeZone: string): Turn | null {
  return isTurn(repeat, day) ? { day, dueAt: instantOfMinute(day, repeat.atMinute, timeZone) } : null;
}

function isTurn({ every, on }: Repeat, day: string): boolean {
  if (every === 'day') return true;
  if (every === 'week') return weekdayOf(day) === on;
  const date = Number(day.slice(8));
  const isLast = addDays(day, 1).slice(5, 7) !== day.slice(5, 7);
  return date === on || (isLast && date < on);
}

/** `every Monday at 9:00 AM (Dubai)`, `on the last day of each month at 9:00 AM (Dubai)`. Plain text. */
export const describeRepeat = ({ every, on, atMinute }: Repeat, timeZone: string): string =>
  `${describeDays({ every, on })} at ${sayMinute(atMinute)} (${nameZone(timeZone)})`;

/** `every day`, `every Monday`, `on the 5th of each month`. */
export const describeDays = (repeat: RepeatDays): string => {
  const { every, on } = repeat;
  if (every === 'day') return 'every day';
  if (every === 'week') return `every ${WEEKDAYS[on] ?? 'week'}`;
  return isOnLastDay(repeat) ? 'on the last day of each month' : `on the ${ordinal(on)} of each month`;
};

function ordinal(number: number): string {
  const last = number % 10;
  const ending = number > 10 && number < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][last] ?? 'th');
  return `${number}${ending}`;
}
