import type { DateSpan } from './date-span.ts';
import { readDateTokens, toDateText } from './date-tokens.ts';
import { readDateSpan } from './date-words.ts';

/** `from Sat 21 Nov 2026 9:00 to Sun 22 Nov 2026 10:00` has eleven words, and dashes may count as words too. */
const MOST_DATE_WORDS = 16;
/** Each is tried as the beginning of a date. */
const MOST_WORDS = 40;
/** Alone, an amount rather than a day. */
const NUMBER = /^\d+(?:[.,]\d{1,2})?$/;

interface FoundDays {
  span: DateSpan;
  /** The index of the first word, and of the one after the last. */
  start: number;
  end: number;
}

/** The longest run of typed words that names dates, among the first forty. Numbers alone are amounts. */
export const findDays = (
  typed: readonly string[],
  at: { now: number; timeZone: string },
): FoundDays | null => {
  const words = typed.slice(0, MOST_WORDS);
  const tokens = words.map((word) => readDateTokens(toDateText(word)));
  const mayBeDates = (start: number, end: number) =>
    tokens.slice(start, end).every((token) => !token.includes('?')) &&
    words.slice(start, end).some((word, index) => tokens[start + index] !== '' && !NUMBER.test(word));
  for (let length = Math.min(words.length, MOST_DATE_WORDS); length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const end = start + length;
      const span = mayBeDates(start, end) ? readDateSpan(words.slice(start, end).join(' '), at) : null;
      if (span) return { span, start, end };
    }
  }
  return null;
};
