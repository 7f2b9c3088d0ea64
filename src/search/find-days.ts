import type { DateSpan } from '../calendar/date-span.ts';
import { isDateWord } from '../calendar/date-tokens.ts';
import { readDateSpan } from '../calendar/date-words.ts';

/** `from Sat 21 Nov 2026 9:00 to Sun 22 Nov 2026 10:00` has eleven words, and dashes may count as words too. */
const MOST_DATE_WORDS = 16;

const AROUND_DATES = new Set(
  'today yesterday day before last past previous prev this current since from between to until till through and the on in of for during wtd mtd qtd ytd - – —'.split(
    ' ',
  ),
);
const WITH_DIGITS =
  /^\d{1,4}(?:st|nd|rd|th)?$|^\d{1,4}(?:[-/.:]\d{1,4}){1,3}$|^[qh][1-4]$|^\d{1,4}(?:d|h|w|hrs?|hours?)$|^(?:-?\d{1,2}(?::\d\d)?[ap]m){1,2}$/;
/** `15oct`, `1-15oct`, `oct-2025`. */
const JOINED = /^[\d/.-]*([a-z]{3,9}|[ء-ي]+)[\d/.-]*$/;
/** Alone, an amount rather than a day. */
const NUMBER = /^\d+(?:[.,]\d{1,2})?$/;

interface FoundDays {
  span: DateSpan;
  /** The index of the first word, and of the one after the last. */
  start: number;
  end: number;
}

type Part = Omit<FoundDays, 'span'>;

/** The longest run of words that names dates; `words` in lower case. Numbers alone are amounts. */
export const findDays = (
  words: readonly string[],
  at: { now: number; timeZone: string },
): FoundDays | null => {
  const parts = listRuns(words)
    .flatMap((run) => listParts(words, run))
    .toSorted((one, other) => other.end - other.start - (one.end - one.start) || one.start - other.start);
  for (const part of parts) {
    const some = words.slice(part.start, part.end);
    if (some.every((word) => NUMBER.test(word) || AROUND_DATES.has(word)) && !some.some(isDay)) continue;
    const span = readDateSpan(some.join(' '), at);
    if (span) return { span, ...part };
  }
  return null;
};

const isDay = (word: string): boolean => /^(?:today|yesterday|[wmqy]td)$/.test(word);

/**
 * The beginnings and ends of a run, and what is left of it without the amounts around it: `250 15 oct 300`. Few, because each
 * is read as a date.
 */
function listParts(words: readonly string[], { start, end }: Part): Part[] {
  const lengths = Array.from({ length: Math.min(end - start, MOST_DATE_WORDS) }, (_, index) => index + 1);
  const isNumber = (at: number) => NUMBER.test(words[at] ?? '');
  let from = start;
  let to = end;
  while (from < end && isNumber(from)) from += 1;
  while (to > from && isNumber(to - 1)) to -= 1;
  const inner = [from - 1, from].flatMap((first) =>
    [to, to + 1].map((last) => ({ start: first, end: last })),
  );
  return [
    ...lengths.map((length) => ({ start, end: start + length })),
    ...lengths.map((length) => ({ start: end - length, end })),
    ...inner.filter(
      (part) => part.start >= start && part.end <= end && part.end - part.start <= MOST_DATE_WORDS,
    ),
  ];
}

/** Runs of words that can be part of a date. */
function listRuns(words: readonly string[]): Part[] {
  const runs: Part[] = [];
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
  return isDateWord(JOINED.exec(word)?.[1] ?? '');
}
