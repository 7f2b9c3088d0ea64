import { isDirham, readAmount } from '../../blocks/read-amount.ts';
import { cut } from '../../blocks/text.ts';
import { nameColumn } from '../../exports/workbook/cell-xml.ts';
import { parseAedAmount } from '../../payment-service/aed-amount.ts';
import type { BatchRowFault } from '../../store/batch.ts';
import { isBroken } from './clean-cell.ts';
import { type BatchColumn, isCurrencyHeading } from './headings.ts';
import { readNumberFormat, showNumber, showText } from './number-format.ts';
import type { CellFacts, SheetLine } from './sheet-limits.ts';

export type ColumnPlaces = Partial<Record<BatchColumn, number>>;

/** Columns of the file, and what each holds. */
export interface RowColumns {
  headings: readonly string[];
  /** How many there are. */
  width: number;
  places: ColumnPlaces;
  isDelimited: boolean;
}

const SHOWN = 40;

/** Cells that a spreadsheet shows when it cannot work out a value, or has no room for it. */
const ERROR_CELL =
  /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|ERROR!|GETTING_DATA|EXTERNAL!|PYTHON!)|#{3,})$/i;

/** Why nothing in this row can be trusted; null: its cells are where the headings say. */
export const findShift = ({ cells }: SheetLine, { width }: RowColumns): BatchRowFault | null => {
  const last = cells.findLastIndex((cell) => cell !== '') + 1;
  return last <= width
    ? null
    : {
        column: null,
        words: `This row has ${last} cells, and there are ${width} headings. Is an amount such as 12,500.00 not in quotes? Write it without the comma.`,
      };
};

/** Whether a person took the row out: its amount or its name is struck through. */
export const isStruckOut = (
  { facts }: SheetLine,
  { invoiceAmount, FullName, FirstName }: ColumnPlaces,
): boolean => [invoiceAmount, FullName, FirstName].some((place) => facts.get(place ?? -1)?.isStruck);

/** What is wrong with cells that are read, whatever field they are for. */
export const findCellFaults = (line: SheetLine, { places, headings }: RowColumns): BatchRowFault[] => {
  const { cells, facts } = line;
  const isOut = isStruckOut(line, places);
  const faults = Object.values(places).flatMap((place): BatchRowFault[] => {
    const cell = cells[place] ?? '';
    const fact = facts.get(place);
    const isAmount = place === places.invoiceAmount;
    const words = explainCell(cell, fact, isOut) ?? (isAmount && fact ? explainAmount(cell, fact) : null);
    return words === null ? [] : [{ column: nameColumn(place), words }];
  });
  headings.forEach((heading, place) => {
    const named = isCurrencyHeading(heading) ? (cells[place] ?? '') : '';
    if (named !== '' && !isDirham(named))
      faults.push({
        column: nameColumn(place),
        words: `The amount is in ${cut(named, SHOWN)}, and links are in AED only. Convert it, and write AED.`,
      });
  });
  return faults;
};

function explainCell(cell: string, facts: CellFacts | undefined, isRowOut: boolean): string | null {
  if (ERROR_CELL.test(cell))
    return `“${cell.slice(0, SHOWN)}” is an error of the spreadsheet. Correct the cell, or clear it.`;
  if (facts?.flaw === 'no value')
    return 'This cell holds a formula, and the file has no value for it. Open the file in Excel and save it again, or paste the column as values.';
  if (facts?.flaw === 'struck' || (facts?.isStruck && !isRowOut))
    return `In this cell, “${cut(cell, SHOWN)}”, something is struck out. Write only what holds.`;
  if (isBroken(cell))
    return `“${cut(cell, SHOWN)}” was saved in a wrong encoding. Write it again, or save the file as CSV UTF-8.`;
  return null;
}

/** Of AED 10 and more; less is another error. */
const MANY_DECIMALS = /^[1-9]\d{1,11}\.\d{3,}$/;
const TWO_DECIMALS = readNumberFormat(2, null);

/** Why an amount is not the one that a person sees; null: it is. */
function explainAmount(cell: string, { isNumber, format, flaw }: CellFacts): string | null {
  if (flaw === 'raised')
    return `In this cell, “${cut(cell, SHOWN)}”, digits stand above or below the line. Write the amount as 250.50.`;
  if (isNumber && MANY_DECIMALS.test(cell))
    return `The cell holds ${cell}, and an amount has at most two decimals. Write ${showNumber(cell, TWO_DECIMALS)}.`;
  const held = isNumber ? parseAedAmount(cell) : readAmount(cell)?.fils;
  // That it is no amount is another error.
  if (format === null || held == null) return null;
  const shown = isNumber ? showNumber(cell, format) : showText(cell, format);
  if (shown === null)
    return 'The format of this cell may hide what it holds. Write the amount as a plain number.';
  if (readAmount(shown)?.fils === held && !(isNumber && /k/i.test(shown))) return null;
  const seen = shown.trim() === '' ? 'nothing' : `“${cut(shown.trim(), SHOWN)}”`;
  return `The cell shows ${seen} and holds ${cut(cell, SHOWN)}. Write the amount in AED as a plain number.`;
}

const TOTAL =
  /^(?:(?:grand|sub|net|overall)[ -]?)?totals?(?: amount| aed| due)?(?: \(aed\))?\s*[:=]?$|^sum\s*:?$|^(?:الاجمالي|الإجمالي|المجموع|اجمالي|إجمالي|مجموع)\s*:?$/iu;

/** A sum below the list, or a formula that waits for a row: it names no customer. */
export const isTotal = (
  { cells, facts }: SheetLine,
  { Phone, Email, FullName, FirstName }: ColumnPlaces,
): boolean => {
  const isBlank = (...places: (number | undefined)[]) => places.every((place) => !cells[place ?? -1]);
  if (!isBlank(Phone, Email)) return false;
  return (
    cells.some((cell) => TOTAL.test(cell)) ||
    (isBlank(FullName, FirstName) &&
      ([...facts.values()].some(({ isSum }) => isSum) ||
        cells.every((cell, place) => cell === '' || facts.get(place)?.isFormula)))
  );
};
