import type { Migration } from 'kysely';
import { statements } from './statements.ts';

export const DOUBT_WORDS: Record<string, Migration> = {
  /** A word of any sort may be unknown, not only that for the kind of a row. */
  '0071-doubt-words': statements(`
    update links set payment = replace(payment, '"doubt":"kind"', '"doubt":"word"')
      where payment like '%"doubt":"kind"%';
  `),
};
