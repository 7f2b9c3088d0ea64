import { addDays, buildDay, type Period, weekdayOf, yearOf } from './calendar-days.ts';

/** What one end of a range says before we know which year or week it is in. */
export type Moment = {
  /** `HH:mm:ss`, if a time was typed. */
  time?: string;
  /** The weekday typed beside the date. If it does not match, the date does not exist. */
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
const YEARS = [0, 1, 2, 3, 4, 5, 6, 7, 8];

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
  const period = YEARS.map((back) => moment.inYear(yearOf(day) - back)).find((one) => one && one.from <= day);
  return checked(moment, period);
};

/** The first one that ends on or after `day`. */
export const firstFrom = (moment: Moment, day: string): Period | null => {
  if (moment.is !== 'yearly') return nearest(moment, day, (weekday) => (weekday - weekdayOf(day) + 7) % 7);
  const period = YEARS.map((on) => moment.inYear(yearOf(day) + on)).find((one) => one && one.to >= day);
  return checked(moment, period);
};

export const isSingleDay = (moment: Moment): boolean =>
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
