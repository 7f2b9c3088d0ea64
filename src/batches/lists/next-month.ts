import { formatLocalDateTime, parseLocalDateTime } from '../../payment-service/local-date-time.ts';
import { addDays, addMonths, dayOf, monthOf, yearOf } from '../../reports/date-span.ts';
import { type BatchRow, isAlike, type NewBatchRow } from '../../store/batch.ts';

/** A link stays valid for at least a day. */
const SHORTEST_MS = 24 * 60 * 60_000;

/**
 * The rows of a batch for another month: the same customers and amounts, valid as long as before. Each link gets a new
 * invoice number, because those of the file are used up. Rows of erased customers are left out.
 */
export const buildNextRows = (
  rows: readonly BatchRow[],
  {
    from,
    to,
    expiresAt,
    cancelledOf,
    timeZone,
  }: {
    /** When the batch was made. */
    from: number;
    /** When it is made again. */
    to: number;
    /** For rows that would expire within a day. */
    expiresAt: number;
    /**
     * How many rows were chosen in a batch that was cancelled midway: those that were left out come again too. Null: it
     * was not cancelled.
     */
    cancelledOf: number | null;
    timeZone: string;
  },
): NewBatchRow[] => {
  const months = countMonths(dayOf(from, timeZone), dayOf(to, timeZone));
  const moveExpiry = (at: number): number => {
    const moved = moveMonths(at, months, timeZone);
    return moved < to + SHORTEST_MS ? expiresAt : moved;
  };
  const readable = rows.filter(({ request }) => request !== null);
  // Duplicates are chosen all together or not at all.
  const hadAlike = cancelledOf !== null && cancelledOf > readable.filter((row) => !isAlike(row)).length;
  const again = readable.filter(
    (row) => row.state !== 'left' || (cancelledOf !== null && (hadAlike || !isAlike(row))),
  );
  const numbers = new Set(again.map(({ number }) => number));
  return again.flatMap(({ number, cells, request, amountFils, expiresAt: before, twinOf }) => {
    if (request === null) return [];
    const { Invoice_Id: _, ...rest } = request;
    const after = moveExpiry(before ?? to);
    return [
      {
        number,
        cells: cells ?? [],
        request: { ...rest, expiryOn: formatLocalDateTime(after, timeZone) },
        amountFils,
        expiresAt: after,
        faults: [],
        twinOf: twinOf !== null && numbers.has(twinOf) ? twinOf : null,
      },
    ];
  });
};

/** At least one: a month never repeats itself. */
const countMonths = (from: string, to: string): number =>
  Math.max(1, (yearOf(to) - yearOf(from)) * 12 + monthOf(to) - monthOf(from));

/** The last day of a month stays a last day. */
function moveMonths(at: number, months: number, timeZone: string): number {
  const text = formatLocalDateTime(at, timeZone);
  const day = text.slice(0, 10);
  const isLast = monthOf(addDays(day, 1)) !== monthOf(day);
  const moved = isLast
    ? addDays(addMonths(`${addDays(day, 1).slice(0, 7)}-01`, months), -1)
    : addMonths(day, months);
  return parseLocalDateTime(`${moved}${text.slice(10)}`, timeZone) ?? at;
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

const ARABIC = [
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
] as const;

/** A month of a year; 1 is January. */
interface Month {
  year: number;
  month: number;
}

const NAMES = ENGLISH.flatMap((forms) => [...forms]).join('|');
const MARK = new RegExp(
  `(?<![\\p{L}\\d])(?:${NAMES}|Sept|${ARABIC.join('|')})(?!\\p{L})|(?<!\\d)\\d{1,2}/20\\d{2}(?!\\d)|(?<!\\d)20\\d{2}[-/]\\d{2}(?!\\d)`,
  'iu',
);

/** Whether a description names a month, and may be wrong for the next one: `June fees`, `06/2026`. */
export const namesMonth = (text: string): boolean => MARK.test(text);

/** Moves a description to another month: `June fees` becomes `July fees`. Months other than `from` stay. */
export const moveMonth = (text: string, from: Month, to: Month): string => {
  let moved = text;
  const names = (at: number) => [...(ENGLISH[at - 1] ?? []), ARABIC[at - 1] ?? ''];
  const next = names(to.month);
  for (const [place, name] of names(from.month).entries())
    moved = moved.replace(wholeWord(name), (found) => matchCase(next[place] ?? found, found));
  moved = moved.replace(
    new RegExp(`(?<!\\d)(0?)${from.month}/${from.year}(?!\\d)`, 'gu'),
    (_, zero: string) => `${pad(to.month, zero === '' && from.month < 10 ? 1 : 2)}/${to.year}`,
  );
  moved = moved.replace(
    new RegExp(`(?<!\\d)${from.year}([-/])${pad(from.month, 2)}(?!\\d)`, 'gu'),
    (_, mark: string) => `${to.year}${mark}${pad(to.month, 2)}`,
  );
  return moved === text
    ? text
    : moved.replace(new RegExp(`(?<!\\d)${from.year}(?!\\d)`, 'gu'), String(to.year));
};

const wholeWord = (name: string): RegExp => new RegExp(`(?<![\\p{L}\\d])${name}(?!\\p{L})`, 'giu');

const pad = (value: number, length: number): string => String(value).padStart(length, '0');

function matchCase(name: string, found: string): string {
  if (found === found.toUpperCase() && found !== found.toLowerCase()) return name.toUpperCase();
  return found === found.toLowerCase() ? name.toLowerCase() : name;
}
