import { tz } from '@date-fns/tz';
import { addMonths as addMonthsTo } from 'date-fns/addMonths';
import { millisecondsInDay } from 'date-fns/constants';

export const MONTH_NAMES = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

export const WEEKDAY_NAMES = 'Mon Tue Wed Thu Fri Sat Sun'.split(' ');

/** Days are `yyyy-MM-dd` texts without a zone: they sort as text, and clock changes do not affect them. */
export interface Period {
  from: string;
  /** Inclusive. */
  to: string;
}

/** Where days without a zone are counted: no clock changes there. */
const UTC = { in: tz('UTC') };

export const buildDay = (year: number, month: number, day: number): string | null => {
  const text = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  const at = Date.parse(text);
  // Date.parse rolls 30 February over to March.
  return Number.isNaN(at) || textOf(at) !== text ? null : text;
};

export const addDays = (day: string, count: number): string =>
  textOf(Date.parse(day) + count * millisecondsInDay);

/** A day past the end of the month becomes the month's last day: 31 May minus three months is 28 February. */
export const addMonths = (day: string, count: number): string =>
  textOf(addMonthsTo(day, count, UTC).getTime());

/** `length` months from the first of `month`. */
export const monthsFrom = (year: number, month: number, length: number): Period => {
  const from = `${pad(year, 4)}-${pad(month)}-01`;
  return { from, to: addDays(addMonths(from, length), -1) };
};

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(Date.parse(day)).getUTCDay() + 6) % 7;

export const yearOf = (day: string): number => Number(day.slice(0, 4));

export const monthOf = (day: string): number => Number(day.slice(5, 7));

/** The number of days from one to the other, counting both. */
export const lengthOf = ({ from, to }: Period): number =>
  (Date.parse(to) - Date.parse(from)) / millisecondsInDay + 1;

function textOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}

export type DateUnit = 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The whole unit that contains `day`. */
export const unitAround = (unit: DateUnit, day: string): Period => {
  const year = yearOf(day);
  if (unit === 'day') return { from: day, to: day };
  if (unit === 'year') return monthsFrom(year, 1, 12);
  if (unit === 'month') return monthsFrom(year, monthOf(day), 1);
  if (unit === 'quarter') return monthsFrom(year, monthOf(day) - ((monthOf(day) - 1) % 3), 3);
  const monday = addDays(day, -weekdayOf(day));
  return { from: monday, to: addDays(monday, 6) };
};

/** The whole unit before the one that contains `day`. */
export const unitBefore = (unit: DateUnit, day: string): Period =>
  unitAround(unit, addDays(unitAround(unit, day).from, -1));

/** `count` units that end with `day` itself: "last 7 days" is today and the six days before. */
export const unitsUntil = (count: number, unit: DateUnit, day: string): Period => {
  if (unit === 'day') return { from: addDays(day, 1 - count), to: day };
  if (unit === 'week') return { from: addDays(day, 1 - 7 * count), to: day };
  const months = { month: 1, quarter: 3, year: 12 }[unit];
  return { from: addDays(addMonths(day, -count * months), 1), to: day };
};
