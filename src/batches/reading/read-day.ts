import { toPlainText } from '../../blocks/plain-text.ts';
import { formatLocalDateTime, parseLocalDateTime } from '../../payment-service/local-date-time.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = '(?:[ T,]+(\\d{1,2}):(\\d{2})(?::(\\d{2})(?:\\.\\d{1,9})?)?\\s*(am|pm)?)?';
const YEAR_FIRST = new RegExp(`^(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})${TIME}$`, 'i');
const NUMBERS = new RegExp(`^(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4}|\\d{2})${TIME}$`, 'i');
const NAMED = new RegExp(`^(\\d{1,2})[- ]([a-z]{3,9})\\.?[- ,]+(\\d{4}|\\d{2})${TIME}$`, 'i');
const WITH_ZONE = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d)$/i;
const YEAR_MS = 365 * 86_400_000;

interface Day {
  year: string;
  month: string;
  day: string;
  /** `23:59:59`; null: the text has none. */
  clock: string | null;
}

interface Written extends Day {
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
  const monthFirst = isMonthFirst ?? isOnlyMonthFirst;
  const readAs = (text: string, isTurned: boolean): number | null => {
    const one = readWritten(text, timeZone);
    return one === null ? null : endOf(isTurned && one.isNumbers ? turn(one) : one, areDays, timeZone);
  };
  const read = (text: string) => readAs(text, monthFirst);
  const open = texts.filter((text) => readAs(text, false) !== readAs(text, true));
  const isComing = (at: number | null): boolean => at !== null && at > now && at < now + YEAR_MS;
  const [typed] = open;
  const isAsked =
    isMonthFirst === null &&
    open.every((text) => isComing(readAs(text, false)) && isComing(readAs(text, true)));
  return {
    asked:
      typed === undefined || !isAsked
        ? null
        : { typed, dayFirst: readAs(typed, false) ?? 0, monthFirst: readAs(typed, true) ?? 0 },
    past: texts.filter((text) => (read(text) ?? now) < now).length,
    read,
  };
};

const turn = (one: Day): Day => ({ ...one, day: one.month, month: one.day });

function endOf({ year, month, day, clock }: Day, areDays: boolean, timeZone: string): number | null {
  const date = [year.length === 2 ? `20${year}` : year, month.padStart(2, '0'), day.padStart(2, '0')];
  const end = clock === null || areDays ? '23:59:59' : clock;
  return parseLocalDateTime(`${date.join('-')} ${end}`, timeZone, 'last');
}

function readWritten(typed: string, timeZone: string): Written | null {
  const text = toPlainText(typed).trim().replace(/\s+/g, ' ');
  const instant = WITH_ZONE.test(text) ? Date.parse(text) : Number.NaN;
  // Only the years of the calendar can be written.
  const plain = instant > 0 && instant < 4e12 ? formatLocalDateTime(instant, timeZone) : text;
  const yearFirst = YEAR_FIRST.exec(plain);
  if (yearFirst) return build(yearFirst[1], yearFirst[2], yearFirst[3], yearFirst.slice(4));
  const numbers = NUMBERS.exec(plain);
  if (numbers) return build(numbers[3], numbers[2], numbers[1], numbers.slice(4), true);
  const named = NAMED.exec(plain);
  const month = MONTHS.indexOf((named?.[2] ?? '').slice(0, 3).toLowerCase()) + 1;
  return named === null || month === 0 ? null : build(named[3], String(month), named[1], named.slice(4));
}

function build(
  year = '',
  month = '',
  day = '',
  [hour, minute = '', second = '00', half]: readonly (string | undefined)[],
  isNumbers = false,
): Written | null {
  if (hour === undefined) return { year, month, day, clock: null, isNumbers };
  const isHalf = half !== undefined;
  const hours = isHalf ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  if (isHalf && (Number(hour) < 1 || Number(hour) > 12)) return null;
  return { year, month, day, clock: `${String(hours).padStart(2, '0')}:${minute}:${second}`, isNumbers };
}
