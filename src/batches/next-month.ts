import { addDays, dayOf, monthOf, yearOf } from '../calendar/date-span.ts';
import { formatLocalDateTime, parseLocalDateTime } from '../payment-service/local-date-time.ts';
import type { BatchRow, NewBatchRow } from '../store/batch.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * The rows of a batch for another month: the same customers and amounts, valid for as many days as before, and with the months that
 * they name moved on. Each link gets a new invoice number, because those of the file are used up. Rows that were left out, and
 * those of erased customers, do not come again.
 */
export const buildNextRows = (
  rows: readonly BatchRow[],
  {
    from,
    to,
    timeZone,
  }: {
    /** When the batch was made. */
    from: number;
    /** When it is made again. */
    to: number;
    timeZone: string;
  },
): NewBatchRow[] => {
  const months = countMonths(dayOf(from, timeZone), dayOf(to, timeZone));
  const again = rows.filter(({ request, state }) => request !== null && state !== 'left');
  const numbers = new Set(again.map(({ number }) => number));
  return again.flatMap(({ number, cells, request, amountFils, expiresAt: before, twinOf }) => {
    if (request === null) return [];
    const { Invoice_Id: _, ...rest } = request;
    const expiresAt = moveDays(before ?? to, { from, to }, timeZone);
    const notes = moveMonths(rest.notes, months);
    return [
      {
        number,
        cells: (cells ?? []).map((cell) => (cell === rest.notes ? notes : cell)),
        request: { ...rest, notes, expiryOn: formatLocalDateTime(expiresAt, timeZone) },
        amountFils,
        expiresAt,
        faults: [],
        twinOf: twinOf !== null && numbers.has(twinOf) ? twinOf : null,
      },
    ];
  });
};

/** At least one: a month never repeats itself. */
const countMonths = (from: string, to: string): number =>
  Math.max(1, (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from));

/** As many days after `to` as it was after `from`, at the same time of day; at least 24 hours. */
function moveDays(at: number, { from, to }: { from: number; to: number }, timeZone: string): number {
  const text = formatLocalDateTime(at, timeZone);
  const days = Math.round((Date.parse(text.slice(0, 10)) - Date.parse(dayOf(from, timeZone))) / DAY_MS);
  const after = (count: number): number =>
    parseLocalDateTime(`${addDays(dayOf(to, timeZone), count)}${text.slice(10)}`, timeZone) ??
    to + count * DAY_MS;
  const moved = after(Math.max(1, days));
  return moved < to + DAY_MS ? after(Math.max(1, days) + 1) : moved;
}

/** January first, each with its short form. */
const ENGLISH = [
  ['January', 'Jan'],
  ['February', 'Feb'],
  ['March', 'Mar'],
  ['April', 'Apr'],
  ['May', 'May'],
  ['June', 'Jun'],
  ['July', 'Jul'],
  ['August', 'Aug'],
  ['September', 'Sep'],
  ['October', 'Oct'],
  ['November', 'Nov'],
  ['December', 'Dec'],
] as const;

const ARABIC: readonly string[] = [
  'يناير',
  'فبراير',
  'مارس',
  'أبريل',
  'مايو',
  'يونيو',
  'يوليو',
  'أغسطس',
  'سبتمبر',
  'أكتوبر',
  'نوفمبر',
  'ديسمبر',
];

const NAMES = [...ENGLISH.flatMap((forms) => [...forms]), 'Sept', ...ARABIC].join('|');
/** With the year that may stand behind it. */
const NAMED = new RegExp(`(?<![\\p{L}\\d])(${NAMES})(?!\\p{L})(\\.?,?\\s*)(20\\d{2}(?!\\d))?`, 'giu');
/** `11/2026` and `2026-11`, also in a date. */
const MONTH_FIRST = /(?<!\d)(0?[1-9]|1[0-2])\/(20\d{2})(?!\d)/gu;
const YEAR_FIRST = /(?<!\d)(20\d{2})([-/])(0[1-9]|1[0-2])(?!\d)/gu;
/** These are words, too, unless they are written like a month. */
const ALSO_WORDS = new Set(['may', 'march', 'mar']);

/** Whether a description names a month: `June fees`, `06/2026`. */
export const namesMonth = (text: string): boolean => moveMonths(text, 1) !== text;

/** Moves each month that a description names: by one, `June fees` becomes `July fees`, and `12/2026` `01/2027`. */
export const moveMonths = (text: string, by: number): string =>
  text
    .replace(NAMED, (found, name: string, between: string, year: string | undefined) => {
      if (ALSO_WORDS.has(name)) return found;
      const [month, form] = findMonth(name);
      const next = add({ year: Number(year ?? 0), month }, by);
      const names = [...(ENGLISH[next.month - 1] ?? []), ARABIC[next.month - 1] ?? name];
      return `${matchCase(names[form] ?? name, name)}${between}${year === undefined ? '' : next.year}`;
    })
    .replace(MONTH_FIRST, (_, month: string, year: string) => {
      const next = add({ year: Number(year), month: Number(month) }, by);
      return `${month.length === 2 ? pad(next.month) : next.month}/${next.year}`;
    })
    .replace(YEAR_FIRST, (_, year: string, mark: string, month: string) => {
      const next = add({ year: Number(year), month: Number(month) }, by);
      return `${next.year}${mark}${pad(next.month)}`;
    });

/** 1 is January. */
const add = ({ year, month }: { year: number; month: number }, by: number) => {
  const months = year * 12 + month - 1 + by;
  return { year: Math.floor(months / 12), month: (months % 12) + 1 };
};

/** The month, and which of its names it is. */
function findMonth(name: string): [month: number, form: 0 | 1 | 2] {
  const arabic = ARABIC.indexOf(name);
  if (arabic >= 0) return [arabic + 1, 2];
  const small = name.toLowerCase() === 'sept' ? 'sep' : name.toLowerCase();
  const place = ENGLISH.findIndex((forms) => forms.some((one) => one.toLowerCase() === small));
  return [place + 1, ENGLISH[place]?.[0].toLowerCase() === small ? 0 : 1];
}

const pad = (value: number): string => String(value).padStart(2, '0');

function matchCase(name: string, found: string): string {
  if (found === found.toUpperCase() && found !== found.toLowerCase()) return name.toUpperCase();
  return found === found.toLowerCase() ? name.toLowerCase() : name;
}
