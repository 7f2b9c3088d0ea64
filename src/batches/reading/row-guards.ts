import { isDirham, readAmount, SMALLEST_FILS } from '../../blocks/read-amount.ts';
import { cut } from '../../blocks/text.ts';
import { nameColumn } from '../../exports/workbook/cell-xml.ts';
import { formatFils } from '../../payment-service/aed-amount.ts';
import type { BatchRowFault } from '../../store/batch.ts';
import type { ColumnPlaces, FoundColumns } from './find-columns.ts';
import { isCurrencyHeading, isStateHeading, isStatusHeading } from './headings.ts';
import type { SheetLine } from './sheet-limits.ts';

const SHOWN = 40;

/** Cells that a spreadsheet shows when it cannot work out a value, or has no room for it. */
const ERROR_CELL =
  /^(?:#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|ERROR!|GETTING_DATA|EXTERNAL!|PYTHON!)|#{3,})$/i;

/** Why nothing in this row can be trusted; null: its cells are where the headings say. */
export const findShift = (
  { cells }: SheetLine,
  { width }: Pick<FoundColumns, 'width'>,
): BatchRowFault | null => {
  const last = cells.findLastIndex((cell) => cell !== '') + 1;
  return last <= width
    ? null
    : {
        column: null,
        words: `This row has ${last} cells, and there are ${width} headings. Is an amount such as 12,500.00 not in quotes? Write it without the comma.`,
      };
};

/** What is wrong with cells that are read, whatever field they are for. `amount`: the column of the amount. */
export const findCellFaults = (
  { cells, numbers, currencies }: SheetLine,
  { places, headings, amount }: { places: ColumnPlaces; headings: readonly string[]; amount: number },
): BatchRowFault[] => {
  const faults: BatchRowFault[] = [];
  for (const place of [amount, ...Object.values(places)]) {
    const cell = cells[place] ?? '';
    if (ERROR_CELL.test(cell))
      faults.push({
        column: nameColumn(place),
        words: `“${cell.slice(0, SHOWN)}” is an error of the spreadsheet. Correct the cell, or clear it.`,
      });
  }
  const typed = cells[amount] ?? '';
  const rounded = numbers?.has(amount) === true ? roundToFils(typed) : null;
  if (rounded !== null)
    faults.push({
      column: nameColumn(amount),
      words: `The cell holds ${typed}, and an amount has at most two decimals. Write ${rounded}.`,
    });
  const shown = currencies?.get(amount);
  if (shown !== undefined) faults.push(refuseCurrency(shown, amount));
  headings.forEach((heading, place) => {
    const named = isCurrencyHeading(heading) ? (cells[place] ?? '') : '';
    if (named !== '' && !isDirham(named)) faults.push(refuseCurrency(named, place));
  });
  return faults;
};

const refuseCurrency = (shown: string, place: number): BatchRowFault => ({
  column: nameColumn(place),
  words: `The amount is in ${cut(shown, SHOWN)}, and links are in AED only. Convert it, and write AED.`,
});

const MANY_DECIMALS = /^(\d{1,12})\.(\d{2})(\d)\d*$/;

/** `104.895` as `104.90`; null: it needs no rounding, or is too small. */
function roundToFils(typed: string): string | null {
  const [, dirhams, fils, next] = MANY_DECIMALS.exec(typed) ?? [];
  if (dirhams === undefined || fils === undefined) return null;
  const rounded = Number(dirhams + fils) + (Number(next) >= 5 ? 1 : 0);
  return rounded < SMALLEST_FILS ? null : formatFils(rounded);
}

/** Words of a status column that ask for a payment. Any other may mean that none is due. */
const ASKS_FOR_PAYMENT =
  /^(?:unpaid|not paid|not yet paid|non paid|pending(?: payment)?|payment pending|awaiting payment|open|created|due|over ?due|outstanding|new|draft|sent|waiting|unsettled|active|expired|failed|declined|not made|no|n|false|0|-|غير مدفوع|لم يدفع|معلق|مستحق|متاخر|لا)$/u;

/** Paylink's own words for links that need no other. */
const OWN_STATES =
  /^(?:paid|partly paid|reported|mismatch|refunded|disputed|cancelled|waiting|checking|being made)$/u;

/** Where a row says that it may be paid, refunded or cancelled already; null: it does not. */
export const findSettled = (
  { cells }: SheetLine,
  headings: readonly string[],
): { place: number; word: string } | null => {
  for (const [place, heading] of headings.entries()) {
    const word = cells[place] ?? '';
    const isStatus = isStatusHeading(heading);
    if (word === '' || !(isStatus || isStateHeading(heading)) || readAmount(word) !== null) continue;
    const folded = word
      .toLowerCase()
      .replace(/[_–-]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const isSettled = isStatus
      ? !ASKS_FOR_PAYMENT.test(folded === '' ? '-' : folded)
      : OWN_STATES.test(folded);
    if (isSettled) return { place, word };
  }
  return null;
};

const TOTAL =
  /^(?:(?:grand|sub|net|overall)[ -]?)?totals?(?: amount| aed| due)?(?: \(aed\))?\s*[:=]?$|^sum\s*:?$|^(?:الاجمالي|الإجمالي|المجموع|اجمالي|إجمالي|مجموع)\s*:?$/iu;

/** The sum below the list: it names no customer. */
export const isTotal = ({ cells }: SheetLine, { Phone, Email }: ColumnPlaces): boolean =>
  !cells[Phone ?? -1] && !cells[Email ?? -1] && cells.some((cell) => TOTAL.test(cell));
