import { toPlainText } from '../../blocks/plain-text.ts';
import { formatLocalDateTime, parseLocalDateTime } from '../../payment-service/local-date-time.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = '(?:[ T,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d{1,9})?)?\\s*(am|pm)?)?';
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}$`, 'i');
const NUMBERS = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${TIME}$`, 'i');
const NAMED = new RegExp(`^(\\d{1,2})[- ]([a-z]{3,9})\\.?[- ,]+(\\d{4}|\\d{2})${TIME}$`, 'i');
const WITH_ZONE = /^20\d\d-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i;
const YEAR_MS = 365 * 86_400_000;
const END = '23:59:59';

interface WrittenDay {
  year: string;
  month: string;
  day: string;
  /** `23:59:59`; null: the text has none. */
  clock: string | null;
  /** Day and month are two numbers, and either may come first. */
  isNumbers: boolean;
}

/** How a column of dates is read. */
export interface JudgedDays {
  /** Both orders lie within the coming year: what one cell means by each; null: only one can be meant. */
  asked: { typed: string; dayFirst: number; monthFirst: number } | null;
  /** How many of the days are over. */
  past: number;
  /** Epoch milliseconds; null: not a date. */
  read: (text: string) => number | null;
}

/**
 * Reads a column of expiries as one: `2026-12-24`, `24/12/2026`, `24 Dec 2026 17:30`. A day ends with its last second,
 * and midnight everywhere means days. Numbers are day first, as in the UAE, unless one of them can only be month first, or
 * a person says so; `isMonthFirst`: null, nobody was asked.
 */
export const judgeDays = (
  texts: readonly string[],
  isMonthFirst: boolean | null,
  { now, timeZone }: { now: number; timeZone: string },
): JudgedDays => {
  const written = texts.flatMap((text) => readWritten(text, timeZone) ?? []);
  const areDays = written.every(({ clock }) => clock === null || clock === '00:00:00');
  const numbers = written.filter(({ isNumbers }) => isNumbers);
  const isOnlyMonthFirst =
    numbers.some(({ month }) => Number(month) > 12) && numbers.every(({ day }) => Number(day) <= 12);
  const readAs = (text: string, isTurned: boolean): number | null => {
    const one = readWritten(text, timeZone);
    if (one === null) return null;
    const { year, month, day, clock } =
      isTurned && one.isNumbers ? { ...one, day: one.month, month: one.day } : one;
    const date = [year.padStart(4, '20'), month.padStart(2, '0'), day.padStart(2, '0')].join('-');
    return parseLocalDateTime(`${date} ${areDays ? END : (clock ?? END)}`, timeZone, 'last');
  };
  const read = (text: string) => readAs(text, isMonthFirst ?? isOnlyMonthFirst);
  const isComing = (at: number | null): boolean => at !== null && at > now && at < now + YEAR_MS;
  const open = texts
    .map((typed) => ({ typed, dayFirst: readAs(typed, false), monthFirst: readAs(typed, true) }))
    .filter(({ dayFirst, monthFirst }) => dayFirst !== monthFirst);
  const isOpen = open.every(({ dayFirst, monthFirst }) => isComing(dayFirst) && isComing(monthFirst));
  const { typed, dayFirst = null, monthFirst = null } = open[0] ?? {};
  const isAsked = isMonthFirst === null && isOpen && typed !== undefined;
  return {
    asked: isAsked && dayFirst !== null && monthFirst !== null ? { typed, dayFirst, monthFirst } : null,
    past: texts.filter((text) => (read(text) ?? now) < now).length,
    read,
  };
};

function readWritten(typed: string, timeZone: string): WrittenDay | null {
  const text = toPlainText(typed).trim().replace(/\s+/g, ' ');
  const instant = WITH_ZONE.test(text) ? Date.parse(text) : Number.NaN;
  const plain = Number.isNaN(instant) ? text : formatLocalDateTime(instant, timeZone);
  const [, year, month, day, ...time] = YEAR_FIRST.exec(plain) ?? [];
  if (year !== undefined) return build([year, month, day], time);
  const numbers = NUMBERS.exec(plain);
  if (numbers) return build([numbers[3], numbers[2], numbers[1]], numbers.slice(4), true);
  const named = NAMED.exec(plain);
  const place = MONTHS.indexOf((named?.[2] ?? '').slice(0, 3).toLowerCase()) + 1;
  return named === null || place === 0 ? null : build([named[3], String(place), named[1]], named.slice(4));
}

type Parts = readonly (string | undefined)[];

function build([year = '', month = '', day = '']: Parts, time: Parts, isNumbers = false): WrittenDay | null {
  const [hour, minute = '', second = '00', half] = time;
  if (hour === undefined) return { year, month, day, clock: null, isNumbers };
  if (half !== undefined && (Number(hour) < 1 || Number(hour) > 12)) return null;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return { year, month, day, clock: `${String(hours).padStart(2, '0')}:${minute}:${second}`, isNumbers };
}
