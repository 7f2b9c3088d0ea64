import { nameColumn } from '../../exports/workbook/name-column.ts';
import { BatchFileRefused } from './batch-file-refused.ts';

/** More than any list has: what is beyond is refused before it is read on. */
export const MOST_COLUMNS = 100;
const LONGEST_CELL = 4_000;
/** In all cells: a workbook keeps a text once, however many cells show it, and 7 KB could become gigabytes. */
const MOST_CHARACTERS = 5_000_000;
/** With room for empty lines, which are no rows. */
const MOST_LINES = 10_000;

/** A line of a list, as it stands in its file. */
export interface SheetLine {
  /** Counted as a spreadsheet counts: the headings are mostly 1. */
  number: number;
  cells: string[];
}

/** Takes the lines of a file one after the other, and refuses the file as soon as it is no list for a batch. */
interface LineTaker {
  take(line: SheetLine): void;
  lines(): SheetLine[];
}

/** `mostRows`: below the headings. */
export const createLineTaker = (mostRows: number): LineTaker => {
  const lines: SheetLine[] = [];
  let seen = 0;
  let characters = 0;
  return {
    take: ({ number, cells: given }) => {
      seen += 1;
      if (seen > MOST_LINES) throw new BatchFileRefused(tooManyRows(mostRows));
      if (given.length > MOST_COLUMNS) throw new BatchFileRefused(TOO_MANY_COLUMNS);
      characters += given.reduce((sum, cell) => sum + cell.length, 0);
      if (characters > MOST_CHARACTERS) throw new BatchFileRefused(TOO_MUCH_TEXT);
      const cells = given.map((cell) => cell.trim());
      if (cells.some((cell) => cell.length > LONGEST_CELL))
        throw new BatchFileRefused(
          `Row ${number} has a cell of more than ${LONGEST_CELL.toLocaleString('en-US')} characters. Is this a list of customers? Start from the template.`,
        );
      if (cells.every((cell) => cell === '')) return;
      if (lines.length > mostRows) throw new BatchFileRefused(tooManyRows(mostRows));
      lines.push({ number, cells });
    },
    lines: () => lines,
  };
};

const tooManyRows = (mostRows: number): string =>
  `The file has more than ${mostRows.toLocaleString('en-US')} rows, the most that one batch may have. Split it into several files.`;

export const TOO_MANY_COLUMNS = `The file has more than ${MOST_COLUMNS} columns. Keep those that the template has.`;

const TOO_MUCH_TEXT =
  'The file holds far more text than a list of customers. Keep the columns that the template has, or split it.';

export const refuseFormula = (row: number, column: number): never => {
  throw new BatchFileRefused(
    `Cell ${nameColumn(column)}${row} holds a formula. Paylink reads values only: copy the sheet, paste it as values, and send that file.`,
  );
};
