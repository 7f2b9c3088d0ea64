import {
  addDays,
  buildDay,
  lengthOf,
  monthOf,
  monthsFrom,
  type Period,
  weekdayOf,
  yearOf,
} from './date-span.ts';

/** One end of a range as typed, before we know its year or week. */
export interface Moment {
  is: 'fixed' | 'yearly' | 'weekly' | 'number' | 'clock';
  /** The period in the year or week of `day`, or so many years or weeks from there; null if that year has none. */
  near: (day: string, turn: number) => Period | null;
  isYearWritten?: boolean;
  /** Of a single day of any year. */
  month?: number;
  /** The weekday typed with the date. If they do not match, there is no such date. */
  weekday?: number;
  /** The `1` of `1-15 Oct`, the `15 2025` of `Oct 1 - 15, 2025`. */
  number?: { day: number; year: string };
  /** `HH:mm:ss`, if a time was typed. A clock is only that: the `12:30` of `today 9:00 - 12:30`. */
  time?: string;
}

/** The next 29 February can be eight years away around 2100, otherwise at most four. */
const MOST_TURNS = 8;

export const fixed = (period: Period | null, isYearWritten = false): Moment => ({
  is: 'fixed',
  near: () => period,
  isYearWritten,
});

const oneDay = (day: string | null): Period | null => (day === null ? null : { from: day, to: day });

const yearlyDay = (month: number, day: number): Moment => ({
  is: 'yearly',
  near: (near, turn) => oneDay(buildDay(yearOf(near) + turn, month, day)),
  month,
});

/** `10/15` is a day, `7+3` three months from July. */
export const yearly = (date: string, weekday = ''): Moment => {
  const [month = 0, count = 0] = date.split(/[-+/]/).map(Number);
  const isGood = month >= 1 && month <= 12;
  const moment: Moment = date.includes('+')
    ? { is: 'yearly', near: (day, turn) => (isGood ? monthsFrom(yearOf(day) + turn, month, count) : null) }
    : yearlyDay(month, count);
  return weekday === '' ? moment : { ...moment, weekday: Number(weekday) };
};

export const weekly = (weekday: string): Moment => ({
  is: 'weekly',
  near: (day, turn) => oneDay(addDays(day, Number(weekday) - weekdayOf(day) + 7 * turn)),
});

/** Any year but these is a typo. */
export const inYear = (moment: Moment, year: string): Moment => ({
  ...moment,
  ...fixed(year.startsWith('20') ? moment.near(`${year}-01-01`, 0) : null, true),
});

/** The latest one that had begun by `day`. */
export const lastBy = (moment: Moment, day: string): Period | null => find(moment, day, -1);

/** The first one that ends on or after `day`. */
const firstFrom = (moment: Moment, day: string): Period | null => find(moment, day, 1);

function find(moment: Moment, day: string, step: 1 | -1): Period | null {
  for (let away = 0; away <= MOST_TURNS; away += 1) {
    const period = moment.near(day, away * step);
    if (!period || (moment.is !== 'fixed' && (step === 1 ? period.to < day : period.from > day))) continue;
    return moment.weekday === undefined || moment.weekday === weekdayOf(period.from) ? period : null;
  }
  return null;
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

/** A single date or period: the most recent one that has begun. */
export const endsOfOne = (moment: Moment, today: string): Ends => {
  const period = lastBy(moment, today);
  // A point in time is not a range.
  return { from: period?.from ?? null, to: period?.to ?? null, isClear: moment.time === undefined };
};

export const endsSince = (moment: Moment, today: string): Ends => {
  const from = lastBy(moment, today)?.from ?? null;
  return { from, to: from !== null && from > today ? null : today, fromTime: moment.time, isClear: true };
};

/** The start is the most recent one, the end the first that follows it. A year typed at either end counts for both. */
export const endsBetween = (first: Moment, second: Moment, today: string): Ends => {
  const [a, b] = completeDays(first, second, today);
  const [start, end] = findPeriods(a, b, today);
  if (start && end && a.is === 'fixed' && b.is === 'fixed' && start.from > end.from)
    return { from: end.from, to: start.to, fromTime: b.time, toTime: a.time, isClear: true };
  const from = start?.from ?? null;
  if (start && end && b.is === 'yearly' && !a.isYearWritten && isOverNewYear(start.from, end.to))
    return { from, to: lastBy(b, today)?.to ?? null, isClear: false };
  return { from, to: end?.to ?? null, fromTime: a.time, toTime: b.time, isClear: true };
};

/** A bare day takes the other end's month, a bare time its day. */
function completeDays(first: Moment, second: Moment, today: string): [Moment, Moment] {
  if (first.number && !second.number) return inOrder(dayBeside(first, second), yearBeside(first, second));
  if (second.number && !first.number) return inOrder(yearBeside(second, first), dayBeside(second, first));
  const a = first.is === 'clock' ? { ...first, ...fixed({ from: today, to: today }) } : first;
  if (second.is !== 'clock') return [a, second];
  const day = lastBy(a, today);
  return [a, { ...second, ...fixed(day?.from === day?.to ? day : null) }];
}

const yearBeside = ({ number }: Moment, partner: Moment): Moment =>
  number?.year && partner.is === 'yearly' ? inYear(partner, number.year) : partner;

function dayBeside(moment: Moment, beside: Moment): Moment {
  const day = moment.number?.day ?? 0;
  const partner = yearBeside(moment, beside);
  if (partner.is === 'yearly' && partner.month !== undefined) return yearlyDay(partner.month, day);
  const period = partner.is === 'fixed' ? partner.near('', 0) : null;
  if (period === null || period.from !== period.to) return fixed(null);
  return fixed(oneDay(buildDay(yearOf(period.from), monthOf(period.from), day)), partner.isYearWritten);
}

/** A leap year, so it has every day that a year can have. */
const LEAP_YEAR = '2024-01-01';

/** `15-1 Oct` is within one month, so only its order can be wrong. `28-29 Feb` is within one year, so it must be a leap year. */
function inOrder(a: Moment, b: Moment): [Moment, Moment] {
  const [one, other] = [a.near(LEAP_YEAR, 0), b.near(LEAP_YEAR, 0)];
  if (a.is !== 'yearly' || b.is !== 'yearly' || !one || !other) return [a, b];
  const [first, last] = one.from > other.from ? [b, a] : [a, b];
  return [{ ...first, near: (day, turn) => last.near(day, turn) && first.near(day, turn) }, last];
}

function findPeriods(a: Moment, b: Moment, today: string): [Period | null, Period | null] {
  if (b.is === 'fixed') return [lastBy(a, b.near('', 0)?.to ?? today), lastBy(b, today)];
  const start = lastBy(a, today);
  if (start === null) return [null, lastBy(b, today)];
  const recent = b.is === 'weekly' && a.is !== 'weekly' ? lastBy(b, today) : null;
  return [start, recent && recent.from >= start.from ? recent : firstFrom(b, start.from)];
}

/** A longer range over New Year, typed without years, is more likely the wrong way round. */
const LONGEST_OVER_NEW_YEAR = 183;

const isOverNewYear = (from: string, to: string): boolean =>
  yearOf(from) !== yearOf(to) && lengthOf({ from, to }) > LONGEST_OVER_NEW_YEAR;

/** Whether the moment is one day, so that two can stand next to each other without a dash between them. */
export const isOneDay = (moment: Moment): boolean => {
  const period = moment.is === 'fixed' ? moment.near('', 0) : null;
  return moment.is === 'yearly' ? moment.month !== undefined : period !== null && period.from === period.to;
};
