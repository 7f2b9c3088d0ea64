import { addDays, addMonths, monthOf, monthsFrom, type Period, weekdayOf, yearOf } from './calendar-day.ts';

export type DateUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

const UNITS: Record<string, DateUnit> = {
  d: 'day',
  day: 'day',
  days: 'day',
  w: 'week',
  wk: 'week',
  wks: 'week',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
  quarter: 'quarter',
  quarters: 'quarter',
  yr: 'year',
  yrs: 'year',
  year: 'year',
  years: 'year',
};

export const readDateUnit = (word: string): DateUnit | null =>
  Object.hasOwn(UNITS, word) ? (UNITS[word] ?? null) : null;

/** The whole unit that `day` lies in. */
export const unitAround = (unit: DateUnit, day: string): Period => {
  const year = yearOf(day);
  if (unit === 'day') return { from: day, to: day };
  if (unit === 'year') return monthsFrom(year, 1, 12);
  if (unit === 'month') return monthsFrom(year, monthOf(day), 1);
  if (unit === 'quarter') return monthsFrom(year, monthOf(day) - ((monthOf(day) - 1) % 3), 3);
  const monday = addDays(day, -weekdayOf(day));
  return { from: monday, to: addDays(monday, 6) };
};

/** The whole unit before the one that `day` lies in. */
export const unitBefore = (unit: DateUnit, day: string): Period =>
  unitAround(unit, addDays(unitAround(unit, day).from, -1));

/** `count` units that end with `day` itself: "last 7 days" is today and the six days before. */
export const unitsUntil = (count: number, unit: DateUnit, day: string): Period => {
  if (unit === 'day') return { from: addDays(day, 1 - count), to: day };
  if (unit === 'week') return { from: addDays(day, 1 - 7 * count), to: day };
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  return { from: addDays(addMonths(day, -count * months), 1), to: day };
};
