import { addDays, buildDay, monthOf, type Period, weekdayOf, yearOf } from './calendar-day.ts';

/** What one end of a range says, before it is known in which year or week. */
export type Moment = {
  /** `HH:mm:ss`, where a time was written. */
  time?: string;
  /** The weekday written beside the date: another one makes it a date that does not exist. */
  weekday?: number;
} & (
  | { is: 'fixed'; period: Period | null; isYearWritten: boolean }
  /** `dayInMonth`: the month where it is one day. */
  | { is: 'yearly'; inYear: (year: number) => Period | null; dayInMonth?: number }
  | { is: 'weekly'; day: number }
  /** `1` of `1-15 Oct`, `15 2025` of `Oct 1 - 15, 2025`. */
  | { is: 'day-number'; day: number; year: number | null }
  /** `12:30` of `today 9:00 - 12:30`. */
  | { is: 'clock' }
);

/** 29 February needs up to eight years around 2100, four otherwise. */
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

/** The last one that had begun by `day`. */
export const lastBy = (moment: Moment, day: string): Period | null => {
  if (moment.is !== 'yearly') return nearest(moment, day, (weekday) => -((weekdayOf(day) - weekday + 7) % 7));
  const found = YEARS.map((back) => moment.inYear(yearOf(day) - back)).find((one) => one && one.from <= day);
  return checked(moment, found);
};

/** The first one that is not over before `day`. */
export const firstFrom = (moment: Moment, day: string): Period | null => {
  if (moment.is !== 'yearly') return nearest(moment, day, (weekday) => (weekday - weekdayOf(day) + 7) % 7);
  const found = YEARS.map((on) => moment.inYear(yearOf(day) + on)).find((one) => one && one.to >= day);
  return checked(moment, found);
};

export const isSingleDay = (moment: Moment): boolean =>
  moment.is === 'fixed'
    ? moment.period !== null && moment.period.from === moment.period.to
    : moment.is === 'yearly' && moment.dayInMonth !== undefined;

/** A range's start and end where one of them is only a number: it lies in the month of the other, a single day. */
export const inOneMonth = (
  partner: Moment,
  { day, year }: { day: number; year: number | null },
): [Moment, Moment] => {
  const dated = partner.is === 'yearly' && year !== null ? fixed(partner.inYear(year), true) : partner;
  return [dated, dayBeside(dated, day)];
};

function dayBeside(partner: Moment, day: number): Moment {
  if (partner.is === 'yearly' && partner.dayInMonth !== undefined) return yearlyDay(partner.dayInMonth, day);
  if (partner.is !== 'fixed' || partner.period?.from !== partner.period?.to) return fixed(null);
  const from = partner.period?.from;
  const beside = from === undefined ? null : buildDay(yearOf(from), monthOf(from), day);
  return fixed(dayPeriod(beside), partner.isYearWritten);
}

function nearest(moment: Moment, day: string, distance: (weekday: number) => number): Period | null {
  if (moment.is === 'fixed') return checked(moment, moment.period);
  return moment.is === 'weekly' ? dayPeriod(addDays(day, distance(moment.day))) : null;
}

function checked(moment: Moment, period: Period | null | undefined): Period | null {
  if (!period) return null;
  return moment.weekday === undefined || moment.weekday === weekdayOf(period.from) ? period : null;
}
