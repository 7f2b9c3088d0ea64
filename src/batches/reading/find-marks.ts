import { readAmount } from '../../blocks/read-amount.ts';
import { cut } from '../../blocks/text.ts';
import { nameColumn } from '../../exports/workbook/cell-xml.ts';
import type { BatchRowFault } from '../../store/batch.ts';
import { type Column, nameOf, type Table } from './find-table.ts';
import { isStateHeading, isStatusHeading } from './headings.ts';
import { type ColumnPlaces, isStruckOut } from './row-guards.ts';
import type { SheetLine } from './sheet-limits.ts';

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

/** Rows that a person may want to leave out: `3 rows hidden`, `Status: Paid (2 rows)`. */
export interface RowMark {
  id: string;
  /** The letters of its column, or what the rows are: hidden. */
  about: string;
  label: string;
  rows: number;
  /** Without an answer. */
  isLeftOut: boolean;
}

interface Mark extends Omit<RowMark, 'rows'> {
  isOn: (line: SheetLine) => boolean;
  fault: BatchRowFault;
}

/** What marks rows as perhaps not meant, in the file's look or in the words of a column that is not read. */
export const findMarks = ({ columns, headings, lines }: Table, places: ColumnPlaces): (RowMark & Mark)[] => {
  const markRow = (about: string, isOn: Mark['isOn']): Mark => ({
    ...{ id: about, about, label: about, isLeftOut: true, isOn },
    fault: { column: null, words: `Left out, because this row is ${about}.` },
  });
  const unused = columns.filter(({ place }) => !Object.values(places).includes(place));
  return [
    markRow('hidden', ({ isHidden }) => isHidden),
    markRow('struck out', (line) => isStruckOut(line, places)),
    ...unused.flatMap((column) => markWords(column, nameOf(headings, column.place), lines.length)),
  ]
    .map((mark) => ({ ...mark, rows: lines.filter(mark.isOn).length }))
    .filter(({ rows }) => rows > 0);
};

const MOST_WORDS = 20;
const OTHER_WORDS = 'other words';
const LONGEST_WORD = 60;

/** The words that say of rows that they may be paid, refunded or cancelled already. `rows`: how many there are. */
function markWords({ place, heading, cells }: Column, name: string, rows: number): Mark[] {
  const isKnown = isStatusHeading(heading) || isStateHeading(heading);
  if (!(isKnown || isOfStates(cells, rows))) return [];
  const isSettled = (cell: string): boolean =>
    cell !== '' &&
    readAmount(cell) === null &&
    (isStateHeading(heading) ? OWN_STATES.test(fold(cell)) : !OPEN.test(fold(cell)));
  const words = new Map<string, string>();
  for (const cell of cells.filter(isSettled))
    if (!words.has(fold(cell))) words.set(fold(cell), words.size < MOST_WORDS ? cell : OTHER_WORDS);
  const column = nameColumn(place);
  return [...new Set(words.values())].map((word, at) => ({
    ...{ id: `${column}:${at}`, about: column, isLeftOut: isKnown },
    label: `${cut(name, 25)}: ${cut(word, 30)}`,
    isOn: (line) => isSettled(line.cells[place] ?? '') && words.get(fold(line.cells[place] ?? '')) === word,
    fault: {
      column,
      words: `Left out, because ${cut(name, LONGEST_WORD)} says “${cut(word, LONGEST_WORD)}”.`,
    },
  }));
}

const isOfStates = (cells: readonly string[], rows: number): boolean => {
  const folded = cells.map(fold);
  const isOpen = cells.length < rows || folded.some((word) => OPEN.test(word));
  return (
    cells.length > 0 &&
    folded.every((word) => [OPEN, SETTLED, MARKS].some((words) => words.test(word))) &&
    folded.some((word) => SETTLED.test(word) || (isOpen && MARKS.test(word)))
  );
};
