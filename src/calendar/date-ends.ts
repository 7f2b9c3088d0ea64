import { addDays, buildDay, lengthOf, monthOf, type Period, weekdayOf, yearOf } from './date-span.ts';

/** One end of a range as typed, before we know its year or week. */
export type Moment = {
  /** `HH:mm:ss`, if a time was typed. */
  time?: string;
  /** The weekday typed with the date. If they do not match, there is no such date. */
  weekday?: number;
} & (
  | { is: 'fixed'; period: Period | null; isYearWritten: boolean }
  /** `dayInMonth`: the month, if this is a single day. */
  | { is: 'yearly'; inYear: (year: number) => Period | null; dayInMonth?: number }
  | { is: 'weekly'; day: number }
  /** The `1` of `1-15 Oct`, the `15 2025` of `Oct 1 - 15, 2025`. */
  | { is: 'day-number'; day: number; year: number | null }
  /** The `12:30` of `today 9:00 - 12:30`. */
  | { is: 'clock' }
);

/** The next 29 February can be eight years away around 2100, otherwise at most four. */
const MOST_YEARS = 8;

export const fixed = (period: Period | null, isYearWritten = false): Moment => ({
  is: 'fixed',
  period,
  isYearWritten,
});

export const yearlyDay = (month: number, day: number): Moment => ({
  is: 'yearly',
  inYear: (year) => dayPeriod(buildDay(year, month, day)),
  dayInMonth: month,
});

export const dayPeriod = (day: string | null): Period | null =>
  day === null ? null : { from: day, to: day };

/** The latest one that had begun by `day`. */
export const lastBy = (moment: Moment, day: string): Period | null => {
  if (moment.is !== 'yearly') return nearest(moment, day, (weekday) => -((weekdayOf(day) - weekday + 7) % 7));
  return checked(
    moment,
    findInYears(moment, yearOf(day), -1, (one) => one.from <= day),
  );
};

/** The first one that ends on or after `day`. */
const firstFrom = (moment: Moment, day: string): Period | null => {
  if (moment.is !== 'yearly') return nearest(moment, day, (weekday) => (weekday - weekdayOf(day) + 7) % 7);
  return checked(
    moment,
    findInYears(moment, yearOf(day), 1, (one) => one.to >= day),
  );
};

function findInYears(
  { inYear }: Extract<Moment, { is: 'yearly' }>,
  year: number,
  step: 1 | -1,
  fits: (period: Period) => boolean,
): Period | null {
  for (let away = 0; away <= MOST_YEARS; away += 1) {
    const period = inYear(year + step * away);
    if (period !== null && fits(period)) return period;
  }
  return null;
}

const isSingleDay = (moment: Moment): boolean =>
  moment.is === 'fixed'
    ? moment.period !== null && moment.period.from === moment.period.to
    : moment.is === 'yearly' && moment.dayInMonth !== undefined;

function nearest(moment: Moment, day: string, distance: (weekday: number) => number): Period | null {
  if (moment.is === 'fixed') return checked(moment, moment.period);
  return moment.is === 'weekly' ? dayPeriod(addDays(day, distance(moment.day))) : null;
}

function checked(moment: Moment, period: Period | null | undefined): Period | null {
  if (!period) return null;
  return moment.weekday === undefined || moment.weekday === weekdayOf(period.from) ? period : null;
}

/** Start and end of a range if one of them is only a number: a day in the other's month. */
const inOneMonth = (
  partner: Moment,
  { day, year }: { day: number; year: number | null },
): [Moment, Moment] => {
  const dated = partner.is === 'yearly' && year !== null ? fixed(partner.inYear(year), true) : partner;
  return [dated, dayInMonthOf(dated, day)];
};

function dayInMonthOf(partner: Moment, day: number): Moment {
  if (partner.is === 'yearly' && partner.dayInMonth !== undefined) return yearlyDay(partner.dayInMonth, day);
  if (partner.is !== 'fixed' || partner.period?.from !== partner.period?.to) return fixed(null);
  const from = partner.period?.from;
  const date = from === undefined ? null : buildDay(yearOf(from), monthOf(from), day);
  return fixed(dayPeriod(date), partner.isYearWritten);
}

/** The two ends as `yyyy-MM-dd`; null for an end that is not in the calendar. */
export interface Ends {
  from: string | null;
  to: string | null;
  /** `HH:mm:ss`, if a time was typed. */
  fromTime?: string | undefined;
  toTime?: string | undefined;
  /** False if it could also mean another range. */
  isClear: boolean;
}

/** A leap year, so it has every day that a year can have. */
const LEAP_YEAR = 2024;
/** A longer range over New Year, typed without years, is more likely the wrong way round. */
const LONGEST_OVER_NEW_YEAR = 183;

/** A single date or period: the most recent one that has begun. */
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

/** The start is the most recent one, the end the first that follows it. A year typed at either end counts for both. */
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

/**
 * `15-1 Oct` is within one month, so only its order can be wrong. `28-29 Feb` is within one year, so it
 * must be a leap year.
 */
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

/** Whether the two can stand next to each other without a dash between them. */
export const isPairOfDays = (first: Moment, second: Moment): boolean =>
  isSingleDay(first) && isSingleDay(second);

function withTime(moment: Moment, time: string | undefined): Moment {
  return time === undefined ? moment : { ...moment, time };
}
