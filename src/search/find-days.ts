import type { DateSpan } from '../reports/date-span.ts';
import { readDateUnit, readMonthName, readWeekdayName } from '../reports/date-tokens.ts';
import { readDateSpan } from '../reports/date-words.ts';

/** `from Sat 21 Nov 2026 9:00 to Sun 22 Nov 2026 10:00` has eleven words, and dashes may count as words too. */
const MOST_DATE_WORDS = 16;

const AROUND_DATES = new Set(
  'today yesterday day before last past previous prev this current since from between to until till through and the on in of for during wtd mtd qtd ytd - – —'.split(
    ' ',
  ),
);
const WITH_DIGITS =
  /^\d{1,4}(?:st|nd|rd|th)?$|^\d{1,4}(?:[-/.:]\d{1,4}){1,3}$|^[qh][1-4]$|^\d{1,4}(?:d|h|w|hrs?|hours?)$/;
/** `15oct`, `1-15oct`, `oct-2025`. */
const JOINED = /^[\d/.-]*([a-z]{3,9})[\d/.-]*$/;
/** Alone, an amount rather than a day. */
const NUMBER = /^\d+(?:[.,]\d{1,2})?$/;

interface FoundDays {
  span: DateSpan;
  /** The index of the first word, and of the one after the last. */
  start: number;
  end: number;
}

/** The longest run of words that names dates; `words` in lower case. Numbers alone are amounts. */
export const findDays = (
  words: readonly string[],
  at: { now: number; timeZone: string },
): FoundDays | null => {
  const runs = listRuns(words);
  const longest = Math.min(MOST_DATE_WORDS, Math.max(0, ...runs.map(({ start, end }) => end - start)));
  for (let length = longest; length > 0; length -= 1) {
    for (const run of runs) {
      for (let start = run.start; start + length <= run.end; start += 1) {
        const part = words.slice(start, start + length);
        if (part.every((word) => NUMBER.test(word) || AROUND_DATES.has(word)) && !part.some(isDay)) continue;
        const span = readDateSpan(part.join(' '), at);
        if (span) return { span, start, end: start + length };
      }
    }
  }
  return null;
};

const isDay = (word: string): boolean => /^(?:today|yesterday|[wmqy]td)$/.test(word);

/** Runs of words that can be part of a date. */
function listRuns(words: readonly string[]): { start: number; end: number }[] {
  const runs: { start: number; end: number }[] = [];
  words.forEach((word, index) => {
    if (!mayBePartOfDate(word)) return;
    const last = runs.at(-1);
    if (last?.end === index) last.end += 1;
    else runs.push({ start: index, end: index + 1 });
  });
  return runs;
}

function mayBePartOfDate(word: string): boolean {
  if (AROUND_DATES.has(word) || WITH_DIGITS.test(word)) return true;
  const letters = JOINED.exec(word)?.[1] ?? '';
  return (
    readMonthName(letters) !== null || readWeekdayName(letters) !== null || readDateUnit(letters) !== null
  );
}
