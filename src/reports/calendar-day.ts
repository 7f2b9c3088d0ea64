import { millisecondsInDay } from 'date-fns/constants';

/** Days are `yyyy-MM-dd` texts without a zone: they sort as text, and no clock change touches them. */
export interface Period {
  from: string;
  /** Inclusive. */
  to: string;
}

export const buildDay = (year: number, month: number, day: number): string | null => {
  const text = `${pad(year, 4)}-${pad(month)}-${pad(day)}`;
  return month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month) ? text : null;
};

export const addDays = (day: string, count: number): string =>
  textOf(Date.parse(day) + count * millisecondsInDay);

/** Past the month's end it stays on the month's last day: 31 May less three months is 28 February. */
export const addMonths = (day: string, count: number): string => {
  const months = yearOf(day) * 12 + monthOf(day) - 1 + count;
  const year = Math.floor(months / 12);
  const month = months - year * 12 + 1;
  const last = daysInMonth(year, month);
  return `${pad(year, 4)}-${pad(month)}-${pad(Math.min(Number(day.slice(8, 10)), last))}`;
};

/** `length` months from the first of `month`. */
export const monthsFrom = (year: number, month: number, length: number): Period => {
  const from = `${pad(year, 4)}-${pad(month)}-01`;
  return { from, to: addDays(addMonths(from, length), -1) };
};

/** 0 is Monday. */
export const weekdayOf = (day: string): number => (new Date(Date.parse(day)).getUTCDay() + 6) % 7;

export const yearOf = (day: string): number => Number(day.slice(0, 4));

export const monthOf = (day: string): number => Number(day.slice(5, 7));

/** How many days from one to the other, both counted. */
export const lengthOf = ({ from, to }: Period): number =>
  (Date.parse(to) - Date.parse(from)) / millisecondsInDay + 1;

function daysInMonth(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function textOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function pad(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}
