import { setImmediate as nextTurn } from 'node:timers/promises';
import { toOneLine } from '../../blocks/plain-text.ts';
import { repairText } from './clean-cell.ts';
import type { NumberFormat } from './number-format.ts';

/** The file is not a list of links. Its words tell a person what is wrong and what to do. */
export class BatchFileRefused extends Error {
  override name = 'BatchFileRefused';
  readonly words: string;

  constructor(words: string) {
    super('the file holds no list of links');
    this.words = words;
  }
}

/** More than any list has. The file is refused before the rest is read. */
export const MOST_COLUMNS = 100;
/** Amount, name and phone. */
export const FEWEST_COLUMNS = 3;
const LONGEST_CELL = 4_000;
/** In all cells. A workbook stores a text once for all cells that show it, so 7 KB could become gigabytes. */
const MOST_CHARACTERS = 5_000_000;
/** Includes empty lines, which don't count as rows. */
const MOST_LINES = 10_000;
/** Twice what the most rows of the most columns have. Empty cells cost as much time as others. */
const MOST_CELLS = 200_000;

/** Why a text is not all that a person sees: a part is struck through or raised, or a formula has no value. */
export type CellFlaw = 'struck' | 'raised' | 'no value';

/** What there is to know of a cell that is no plain text. */
export interface CellFacts {
  /** It holds a number, and no text that looks like one: `104.895` has three decimals for certain. */
  isNumber: boolean;
  /** Null: as it is. */
  format: NumberFormat | null;
  /** By its font. */
  isStruck: boolean;
  flaw: CellFlaw | null;
  isFormula: boolean;
  /** The formula only adds other cells up. */
  isSum: boolean;
}

/** A line of the file. */
export interface SheetLine {
  /** As a spreadsheet numbers it: the headings are usually 1. */
  number: number;
  cells: string[];
  /** Hidden in the workbook, by hand or by a filter. */
  isHidden: boolean;
  /** Of cells that are no plain text, by place. */
  facts: ReadonlyMap<number, CellFacts>;
}

/** The list in a file. */
export interface Sheet {
  /** Null: a file without sheets, such as CSV. */
  name: string | null;
  /** The sheets that a person may choose, and which of them this is. */
  sheets: readonly { index: number; name: string }[];
  index: number;
  /** Several may be the list, and nobody chose one. */
  isOpen: boolean;
  lines: SheetLine[];
  hiddenColumns: ReadonlySet<number>;
  /** Its cells have no places of their own: a separator too many moves those after it. */
  isDelimited: boolean;
}

/** Collects the lines of a file, and refuses the file as soon as it exceeds a limit. `mostRows`: below the headings. */
export const createLineCollector = (mostRows: number) => {
  const lines: SheetLine[] = [];
  let seen = 0;
  let allCells = 0;
  let characters = 0;
  return {
    add: ({ cells: given, ...line }: SheetLine): void => {
      seen += 1;
      if (seen > MOST_LINES) throw new BatchFileRefused(tooManyRows(mostRows));
      if (given.length > MOST_COLUMNS) throw new BatchFileRefused(TOO_MANY_COLUMNS);
      allCells += given.length;
      if (allCells > MOST_CELLS) throw new BatchFileRefused(MOSTLY_EMPTY);
      characters += given.reduce((sum, cell) => sum + cell.length, 0);
      if (characters > MOST_CHARACTERS) throw new BatchFileRefused(TOO_MUCH_TEXT);
      const cells = given.map((cell) => toOneLine(repairText(cell)).trim());
      if (cells.some((cell) => cell.length > LONGEST_CELL))
        throw new BatchFileRefused(
          `Row ${line.number} has a cell of more than ${LONGEST_CELL.toLocaleString('en-US')} characters. Is this a list of customers? Start from the template.`,
        );
      if (cells.every((cell) => cell === '')) return;
      if (lines.length > mostRows) throw new BatchFileRefused(tooManyRows(mostRows));
      lines.push({ ...line, cells });
    },
    lines: (): SheetLine[] => lines,
  };
};

const tooManyRows = (mostRows: number): string =>
  `The file has more than ${mostRows.toLocaleString('en-US')} rows, the most that one batch may have. Split it into several files.`;

export const TOO_MANY_COLUMNS = `The file has more than ${MOST_COLUMNS} columns. Keep those that the template has.`;

export const MOSTLY_EMPTY =
  'The sheet has too many empty cells around the list. Copy the rows into a new sheet, or start from the template.';

const TOO_MUCH_TEXT =
  'The file holds far more text than a list of customers. Keep the columns that the template has, or split it.';

/** Splits the bytes into pieces, and yields to other work between them. */
export async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) {
    if (at > 0) await nextTurn();
    yield bytes.subarray(at, at + length);
  }
}
