import type { DateSpan } from './date-span.ts';
import { readDateWords } from './date-words.ts';

const NAMES: readonly (readonly [words: string, name: string])[] = [
  ['today', 'today'],
  ['yesterday', 'yesterday'],
  ['this week', 'this week'],
  ['last week', 'last week'],
  ['last 7 days', 'the last 7 days'],
  ['this month', 'this month'],
  ['last month', 'last month'],
  ['this year', 'this year'],
  ['last year', 'last year'],
];

/** What people call this range now, such as `last week`; null for one without a name. */
export const nameSpan = (span: DateSpan, at: { now: number; timeZone: string }): string | null =>
  NAMES.find(([words]) => {
    const named = readDateWords(words, at).span;
    return named !== null && named.from === span.from && named.to === span.to;
  })?.[1] ?? null;
