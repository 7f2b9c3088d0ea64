import { tz } from '@date-fns/tz';
import { addMonths as addMonthsTo } from 'date-fns/addMonths';
import { millisecondsInDay } from 'date-fns/constants';
import { sayClock } from '../blocks/money-and-time.ts';
import { type DateRange, formatLocalDateTime, parseLocalDateTime } from '../payment-service/index.ts';

/**
 * Epoch milliseconds. Both ends inclusive, whole seconds: whole days run from 00:00:00 to 23:59:59 (never
 * `.999`) on the merchant's wall clock.
 */
export interface DateSpan {
  from: number;
  to: number;
}

/** The service counts in seconds and we count in milliseconds, so the last second must be included whole. */
export const wholeSeconds = ({ from, to }: DateSpan): DateSpan => ({ from, to: to + 999 });

const SECOND = 1_000;
const MINUTE = 60_000;
/** Clocks usually go back by an hour, on Lord Howe Island by half an hour, at the Antarctic Troll station by two. */
const CLOCK_CHANGES = [120 * MINUTE, 60 * MINUTE, 30 * MINUTE];

/** Every second of the days, `yyyy-MM-dd`, from first to last, even when a clock change moves midnight. */
export const spanOfDays = (fromDay: string, toDay: string, timeZone: string): DateSpan => {
  const from = instantOf(`${fromDay} 00:00:00`, timeZone);
  const to = instantOf(`${addDays(toDay, 1)} 00:00:00`, timeZone) - SECOND;
  // A zone that crosses the date line skips a day, and that day has no seconds at all.
  return { from, to: Math.max(from, to) };
};

/**
 * The span between the interface's two texts. For a time that happens twice, the start takes the first
 * occurrence and the end the last, so nothing in the doubled hour is lost. Null for unreadable texts.
 */
export const spanOfRange = ({ fromDate, toDate }: DateRange, timeZone: string): DateSpan | null => {
  const from = parseLocalDateTime(fromDate, timeZone);
  const to = parseLocalDateTime(toDate, timeZone);
  if (from === null || to === null) return null;
  const later = CLOCK_CHANGES.map((change) => to + change);
  return { from, to: later.find((instant) => formatLocalDateTime(instant, timeZone) === toDate) ?? to };
};

/** The interface's texts, `yyyy-MM-dd HH:mm:ss` on the merchant's wall clock, both inclusive. */
export const toDateRange = (span: DateSpan, timeZone: string): DateRange => ({
  fromDate: formatLocalDateTime(span.from, timeZone),
  toDate: formatLocalDateTime(span.to, timeZone),
});

/** The merchant's calendar day at an instant, `yyyy-MM-dd`. */
export const dayOf = (instant: number, timeZone: string): string =>
  formatLocalDateTime(instant, timeZone).slice(0, 10);

/** `Sat 21 Nov 2026`, `1 – 15 Oct 2026`, `1 Oct – 3 Nov 2026`; with times if the days are not whole. */
export const describeSpan = (span: DateSpan, timeZone: string): string => {
  const { fromDate, toDate } = toDateRange(span, timeZone);
  const from = fromDate.slice(0, 10);
  const to = toDate.slice(0, 10);
  if (!isWholeDays(span, timeZone)) {
    const end = from === to ? clock(toDate) : `${date(to)}, ${clock(toDate)}`;
    return `${date(from)}, ${clock(fromDate)} – ${end}`;
  }
  if (from === to) return `${WEEKDAY_NAMES[weekdayOf(from)]} ${date(from)}`;
  if (yearOf(from) !== yearOf(to)) return `${date(from)} – ${date(to)}`;
  const start = monthOf(from) === monthOf(to) ? dayNumber(from) : `${dayNumber(from)} ${month(from)}`;
  return `${start} – ${date(to)}`;
};

function isWholeDays(span: DateSpan, timeZone: string): boolean {
  const whole = spanOfDays(dayOf(span.from, timeZone), dayOf(span.to, timeZone), timeZone);
  return seconds(span.from) === seconds(whole.from) && seconds(span.to) === seconds(whole.to);
}

function seconds(instant: number): number {
  return Math.floor(instant / SECOND);
}

function instantOf(text: string, timeZone: string): number {
  const instant = parseLocalDateTime(text, timeZone);
  if (instant === null) throw new RangeError('a day is yyyy-MM-dd and in the calendar');
  return instant;
}

const date = (day: string): string => `${dayNumber(day)} ${month(day)} ${yearOf(day)}`;
const dayNumber = (day: string): string => String(Number(day.slice(8, 10)));
const month = (day: string): string => MONTH_NAMES[monthOf(day) - 1] ?? '';

function clock(text: string): string {
  return sayClock(text.endsWith(':00') ? text.slice(11, 16) : text.slice(11));
}

const MOST_EXAMPLES = 3;

/**
 * Cuts a range into at least `parts` pieces of whole days and returns the first few, as words that a report
 * command reads. Empty if the range is already a single day.
 */
export const buildNarrowerRanges = (span: DateSpan, parts: number, timeZone: string): string[] => {
  const first = dayOf(span.from, timeZone);
  const days = lengthOf({ from: first, to: dayOf(span.to, timeZone) });
  const daysEach = Math.max(1, Math.floor(days / Math.max(2, Math.ceil(parts))));
  if (days < 2) return [];
  const count = Math.min(MOST_EXAMPLES, Math.ceil(days / daysEach));
  return Array.from({ length: count }, (_, index) => {
    const from = index * daysEach;
    const to = Math.min(days, from + daysEach) - 1;
    return from === to ? addDays(first, from) : `${addDays(first, from)} ${addDays(first, to)}`;
  });
};

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
  // Plain arithmetic: a typed text may name as many months as it has words.
  return { from, to: textOf(Date.UTC(year, month - 1 + length, 0)) };
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
