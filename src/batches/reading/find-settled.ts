import { readAmount } from '../../blocks/read-amount.ts';
import type { Column } from './find-table.ts';
import { isStateHeading, isStatusHeading } from './headings.ts';

/** They ask for a payment. Under a heading of states, any other word may mean that none is due. */
const OPEN =
  /^(?:unpaid|not paid|not yet paid|non paid|pending(?: payment)?|payment pending|awaiting payment|open|created|due|over ?due|outstanding|new|draft|sent|waiting|unsettled|active|expired|failed|declined|not made|no|n|false|0|-|غير مدفوع|لم يدفع|معلق|مستحق|متاخر|لا)$/u;

/** Under any heading. Paylink's own words for links that need no other are among them. */
const SETTLED =
  /^(?:(?:fully |partly |partially |part )?paid(?: in full)?|payment received|received|reported|mismatch|settled|closed|completed?|void(?:ed)?|cancell?ed|refund(?:ed)?|disputed|reversed|written off|waived|checking|being made|مدفوع|مدفوعه|تم الدفع|ملغي|ملغى|ملغيه|مسترد|مسدد)$/u;
const OWN_STATES =
  /^(?:paid|partly paid|reported|mismatch|refunded|disputed|cancelled|waiting|checking|being made)$/u;

/** They mean it only beside cells that are empty or say no. */
const MARKS =
  /^(?:yes|y|true|1|x|ok|done|✓|✔|✔️|✅|☑|cash|card|bank transfer|transfer|cheque|نعم|نقدا|كاش)$/iu;

const fold = (word: string): string =>
  word
    .toLowerCase()
    .replace(/[_–-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim() || '-';

/** A column that says of rows that they may be paid, refunded or cancelled already. */
export interface SettledColumn {
  place: number;
  /** Its heading is known as one of states. */
  isKnown: boolean;
  /** With how many rows have each. */
  words: ReadonlyMap<string, number>;
  /** The one of `words` that a cell has; undefined: none. */
  wordOf: (cell: string) => string | undefined;
}

const MOST_WORDS = 20;
const OTHER_WORDS = 'other words';

/** `rows`: how many there are. */
export const findSettled = ({ place, heading, cells }: Column, rows: number): SettledColumn | null => {
  const isKnown = isStatusHeading(heading) || isStateHeading(heading);
  if (cells.length === 0 || !(isKnown || isOfStates(cells, rows))) return null;
  const isSettled = (cell: string): boolean =>
    readAmount(cell) === null &&
    (isStateHeading(heading) ? OWN_STATES.test(fold(cell)) : !OPEN.test(fold(cell)));
  const found = new Map<string, string>();
  const words = new Map<string, number>();
  for (const cell of cells.filter(isSettled)) {
    const word = found.get(fold(cell)) ?? (words.size < MOST_WORDS ? cell : OTHER_WORDS);
    found.set(fold(cell), word);
    words.set(word, (words.get(word) ?? 0) + 1);
  }
  return words.size === 0 ? null : { place, isKnown, words, wordOf: (cell) => found.get(fold(cell)) };
};

const isOfStates = (cells: readonly string[], rows: number): boolean => {
  const folded = cells.map(fold);
  const isOpen = cells.length < rows || folded.some((word) => OPEN.test(word));
  return (
    folded.every((word) => [OPEN, SETTLED, MARKS].some((words) => words.test(word))) &&
    folded.some((word) => SETTLED.test(word) || (isOpen && MARKS.test(word)))
  );
};
