import { dayPeriod, fixed, type Moment, yearlyDay } from './date-ends.ts';
import { buildDay, type DateUnit, monthsFrom } from './date-span.ts';

const LONG_MONTHS =
  'january february march april may june july august september october november december'.split(' ');
const LONG_WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday'.split(' ');

/** 1 to 12, from three letters up: `oct`, `sept`, `octob`, `october`. */
export const readMonthName = (word: string): number | null => numberOf(word, LONG_MONTHS, 1);

/** 0 (Monday) to 6. */
export const readWeekdayName = (word: string): number | null => numberOf(word, LONG_WEEKDAYS, 0);

function numberOf(word: string, names: readonly string[], first: number): number | null {
  if (word.length < 3) return null;
  const index = names.findIndex((name) => name.startsWith(word));
  // "weds" is the one common short form that the full name does not begin with.
  if (index === -1) return word === 'weds' && names === LONG_WEEKDAYS ? 2 : null;
  return index + first;
}

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

export type DateToken =
  | { is: 'moment'; moment: Moment }
  | { is: 'number'; value: number }
  | { is: 'year'; value: number }
  | { is: 'time'; text: string }
  | { is: 'word'; word: string }
  /** A dash or a word between the ends of a range. */
  | { is: 'to' }
  | { is: 'other' };

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*';
const PART_OF_YEAR = `${MONTH}|q[1-4]|h[12]`;
const FILLERS = new Set(['the', 'on', 'in', 'of', 'for', 'during']);
const BETWEEN = new Set(['to', 'until', 'till', 'til', 'through', 'thru', 'and']);
const TO_DATE = /\b(?:this )?(week|month|quarter|year)[ -]to[ -]date\b/g;

/** Any other year is a typo. */
const YEAR = /^20\d\d$/;

type Shape = [RegExp, (match: string[]) => DateToken];

const moment = (value: Moment): DateToken => ({ is: 'moment', moment: value });

const writtenDay = (year = '', month = '', day = ''): DateToken => {
  const full = year.length === 2 ? `20${year}` : year;
  return moment(
    fixed(dayPeriod(YEAR.test(full) ? buildDay(Number(full), Number(month), Number(day)) : null), true),
  );
};

const writtenMonth = (year = '', month = ''): DateToken => {
  const isGood = YEAR.test(year) && Number(month) >= 1 && Number(month) <= 12;
  return moment(fixed(isGood ? monthsFrom(Number(year), Number(month), 1) : null, true));
};

const monthsOfYear = (first: number, length: number): DateToken =>
  moment({ is: 'yearly', inYear: (year) => monthsFrom(year, first, length) });

/** Order matters: a longer shape can begin like a shorter one. Numbers are day first, as in the UAE and Europe. */
const SHAPES: Shape[] = [
  [/(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?:t(?=\d\d:))?/y, ([, y, , m, d]) => writtenDay(y, m, d)],
  [/(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/y, ([, d, , m, y]) => writtenDay(y, m, d)],
  // Must not take the end of one date and the start of the next, as in "1 Oct 2025-15 Nov 2025".
  [
    new RegExp(`(\\d{4})[-/](\\d{1,2})(?!\\d|st|nd|rd|th| ?${MONTH}|[./]\\d)`, 'y'),
    ([, y, m]) => writtenMonth(y, m),
  ],
  [/(\d{1,2})[/.](\d{4})(?!\d)/y, ([, m, y]) => writtenMonth(y, m)],
  [/(\d{1,2})([/.])(\d{1,2})(?!\d)\.?/y, ([, d, , m]) => moment(yearlyDay(Number(m), Number(d)))],
  [/(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:])/y, ([, h = '', m = '', s = '00']) => readTime(h, m, s)],
  [/(\d{4})(?!\d)/y, ([, y = '']) => (YEAR.test(y) ? { is: 'year', value: Number(y) } : { is: 'other' })],
  [/(\d{1,3})(?:st|nd|rd|th)?(?!\d)(?:\.(?!\.))?/y, ([, n]) => ({ is: 'number', value: Number(n) })],
  [/q([1-4])(?![a-z\d])/y, ([, q]) => monthsOfYear(Number(q) * 3 - 2, 3)],
  [/h([12])(?![a-z\d])/y, ([, h]) => monthsOfYear(Number(h) * 6 - 5, 6)],
  [/([a-z]+)(?:\.(?!\.))?/y, ([, word = '']) => (BETWEEN.has(word) ? { is: 'to' } : { is: 'word', word })],
  [/(?:-+>?|>|\.{2,}|\/|→)/y, () => ({ is: 'to' })],
  [/\d+|\S/y, () => ({ is: 'other' })],
];

export const readDateTokens = (text: string): DateToken[] => {
  const line = normalise(text);
  const tokens: DateToken[] = [];
  let at = 0;
  while (at < line.length) {
    if (line[at] === ' ') {
      at += 1;
      continue;
    }
    const { token, end } = readAt(line, at);
    if (token.is !== 'word' || !FILLERS.has(token.word)) tokens.push(token);
    at = end;
  }
  return tokens;
};

function readAt(line: string, at: number): { token: DateToken; end: number } {
  for (const [shape, build] of SHAPES) {
    shape.lastIndex = at;
    const match = shape.exec(line);
    if (match) return { token: build(match), end: shape.lastIndex };
  }
  return { token: { is: 'other' }, end: at + 1 };
}

function readTime(hour: string, minute: string, second: string): DateToken {
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return { is: 'other' };
  return { is: 'time', text: `${hour.padStart(2, '0')}:${minute}:${second}` };
}

/** Latin digits for those of Arabic, Persian and Urdu keyboards, without the invisible marks around copied text. */
export const toLatinText = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u0660-\u0669\u06F0-\u06F9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\p{Cf}/gu, '');

/** A dash or slash inside one date: 15-Oct-2025, Oct/2025, Q3 - 2025, 2025-Q3. */
const WRITTEN = new RegExp(`\\b(\\d{1,2})([-/])(${MONTH})\\2(\\d{4}|\\d{2})\\b`, 'g');
const DAY_MONTH = new RegExp(`\\b(\\d{1,2})[-/](${MONTH})\\b`, 'g');
const PART_YEAR = new RegExp(`\\b(${PART_OF_YEAR}) ?[-/] ?(\\d{4})\\b(?![-/.]\\d)`, 'g');
const YEAR_PART = new RegExp(`^(\\d{4}) ?[-/] ?(${PART_OF_YEAR})\\b(?! ?[-/]? ?\\d)`);

function normalise(text: string): string {
  return toLatinText(text)
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\s,;،]+/gu, ' ')
    .trim()
    .replace(TO_DATE, (_, unit: string) => `${unit[0]}td`)
    .replace(WRITTEN, joinWritten)
    .replace(DAY_MONTH, '$1 $2')
    .replace(PART_YEAR, '$1 $2')
    .replace(YEAR_PART, '$2 $1');
}

function joinWritten(_: string, day: string, _mark: string, month: string, year: string): string {
  return `${day} ${month} ${year.length === 2 ? `20${year}` : year}`;
}
