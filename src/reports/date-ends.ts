import { lengthOf, type Period, yearOf } from './calendar-day.ts';
import { firstFrom, fixed, inOneMonth, isSingleDay, lastBy, type Moment } from './date-moment.ts';

/** The two ends of what was typed, `yyyy-MM-dd`; null for an end that is not in the calendar. */
export interface Ends {
  from: string | null;
  to: string | null;
  /** `HH:mm:ss`, where one was typed. */
  fromTime?: string | undefined;
  toTime?: string | undefined;
  /** False when it could as well have meant another range. */
  isClear: boolean;
}

/** Has every day that a year can have. */
const LEAP_YEAR = 2024;
/** A range without years that would run over New Year and be longer was more likely typed the wrong way round. */
const LONGEST_OVER_NEW_YEAR = 183;

/** One date or period alone: the most recent one that has begun. */
export const endsOfOne = (moment: Moment, today: string): Ends => {
  const period = lastBy(moment, today);
  // A point in time is not a range.
  return { from: period?.from ?? null, to: period?.to ?? null, isClear: moment.time === undefined };
};

export const endsSince = (moment: Moment, today: string): Ends => {
  const period = lastBy(moment, today);
  const from = period?.from ?? null;
  return { from, to: from !== null && from > today ? null : today, fromTime: moment.time, isClear: true };
};

/** The start is the most recent one, the end the first that follows it; a year at either end serves both. */
export const endsBetween = (first: Moment, second: Moment, today: string): Ends => {
  const [a, b] = completeDays(first, second, today);
  const [start, end] = findPeriods(a, b, today);
  if (start && end && a.is === 'fixed' && b.is === 'fixed' && start.from > end.from) {
    return { from: end.from, to: start.to, fromTime: b.time, toTime: a.time, isClear: true };
  }
  const from = start?.from ?? null;
  if (isDoubtful(a, b, start, end)) return { from, to: lastBy(b, today)?.to ?? null, isClear: false };
  return { from, to: end?.to ?? null, fromTime: a.time, toTime: b.time, isClear: true };
};

function completeDays(first: Moment, second: Moment, today: string): [Moment, Moment] {
  if (first.is === 'day-number' && second.is !== 'day-number') {
    const [end, start] = inOneMonth(second, first);
    return inOrder(start, end);
  }
  if (second.is === 'day-number' && first.is !== 'day-number') {
    return inOrder(...inOneMonth(first, second));
  }
  const a = first.is === 'clock' ? withTime(fixed({ from: today, to: today }), first.time) : first;
  if (second.is !== 'clock') return [a, second];
  const day = lastBy(a, today);
  return [a, withTime(fixed(day?.from === day?.to ? day : null), second.time)];
}

/** `15-1 Oct` lies in one month, so only its order can be wrong; `28-29 Feb` lies in one year, so in a leap year. */
function inOrder(a: Moment, b: Moment): [Moment, Moment] {
  if (a.is !== 'yearly' || b.is !== 'yearly') return [a, b];
  const [one, other] = [a.inYear(LEAP_YEAR), b.inYear(LEAP_YEAR)];
  if (!one || !other) return [a, b];
  const [first, last] = one.from > other.from ? [b, a] : [a, b];
  return [{ ...first, inYear: (year) => last.inYear(year) && first.inYear(year) }, last];
}

function findPeriods(a: Moment, b: Moment, today: string): [Period | null, Period | null] {
  if (b.is === 'fixed') return [lastBy(a, b.period?.to ?? today), b.period && lastBy(b, today)];
  const start = lastBy(a, today);
  if (start === null) return [null, lastBy(b, today)];
  const recent = b.is === 'weekly' && a.is !== 'weekly' ? lastBy(b, today) : null;
  return [start, recent && recent.from >= start.from ? recent : firstFrom(b, start.from)];
}

function isDoubtful(a: Moment, b: Moment, start: Period | null, end: Period | null): boolean {
  if (start === null || end === null || b.is !== 'yearly' || (a.is === 'fixed' && a.isYearWritten))
    return false;
  if (yearOf(start.from) === yearOf(end.to)) return false;
  return lengthOf({ from: start.from, to: end.to }) > LONGEST_OVER_NEW_YEAR;
}

/** Whether the two may stand side by side without a dash between them. */
export const isPairOfDays = (first: Moment, second: Moment): boolean =>
  isSingleDay(first) && isSingleDay(second);

function withTime(moment: Moment, time: string | undefined): Moment {
  return time === undefined ? moment : { ...moment, time };
}
