import { readAmount, SMALLEST_FILS } from '../../blocks/read-amount.ts';
import { isEmail } from '../../blocks/sensitive-text.ts';
import { toLatinDigits } from '../../blocks/text.ts';
import type { ChosenColumns } from '../../store/batch.ts';
import { type Column, isPhone, type Table } from './find-table.ts';
import {
  type BatchColumn,
  columnOf,
  hintsOf,
  isCountHeading,
  isDueHeading,
  isMoneyHeading,
  isUnitHeading,
  mayHeadMoney,
} from './headings.ts';
import type { SheetLine } from './sheet-limits.ts';

export type AskedColumn = keyof ChosenColumns;

/** What is known or beyond doubt. */
export type LikelyColumns = { [Column in AskedColumn]?: number | null | undefined };

/** Judges columns by headings and cells. `filled`: fields that need no column, because the form fills them. */
export const judgeColumns = ({ columns, lines }: Table, filled: ReadonlySet<AskedColumn>) => {
  const known = (column: BatchColumn) => columns.filter(({ heading }) => columnOf(heading) === column);
  /** Undefined: several, which differ. */
  const placeOf = (some: readonly Column[]): number | null | undefined =>
    some.every(({ place }) => lines.every(hasSame(place, some[0]?.place ?? 0)))
      ? (some[0]?.place ?? null)
      : undefined;
  const guess = (column: AskedColumn, fits: (cell: string) => boolean): number | null | undefined => {
    // Some programs head their order numbers *Name*.
    const own = known(column).filter(
      ({ cells }) => column !== 'FullName' || cells.length === 0 || cells.some(fits),
    );
    if (own.length > 0) return placeOf(own);
    const open = columns.filter(
      ({ heading, cells }) => columnOf(heading) === undefined && cells.length > 0 && cells.every(fits),
    );
    const hinted = open.filter(({ heading }) => hintsOf(heading).has(column));
    const [only, ...others] = hinted.length > 0 || column === 'FullName' ? hinted : open;
    return only === undefined || others.length > 0 ? undefined : only.place;
  };
  /** The file has no column for it that is known, and need not have one. */
  const isFilled = (column: string): boolean =>
    filled.has(column as AskedColumn) && known(column as AskedColumn).length === 0;
  const { amount, isSure, amounts, count } = judgeAmounts(columns, lines);
  const [full, first, last] = (['FullName', 'FirstName', 'LastName'] as const).map(known);
  const isTwo = full?.length === 0 && first?.length === 1 && last?.length === 1;
  const due = known('expiryOn').some(({ heading }) => isDueHeading(heading));
  const asked: LikelyColumns = {
    FullName: full?.length === 0 && first?.length === 1 ? placeOf(first) : guess('FullName', isName),
    LastName: isTwo ? placeOf(last ?? []) : null,
    Phone: guess('Phone', isPhone),
    Email: guess('Email', isEmail) ?? (isFilled('Email') ? null : undefined),
    invoiceAmount: amount,
    notes: isFilled('notes') ? null : (placeOf(known('notes')) ?? undefined),
    expiryOn: due ? undefined : placeOf(known('expiryOn')),
    Invoice_Id: placeOf(known('Invoice_Id')),
  };
  const isKnown = (column: string, place: number | null | undefined) =>
    place === null ||
    isFilled(column) ||
    columns.some((one) => one.place === place && columnOf(one.heading) !== undefined);
  return {
    columns: asked,
    /** All that a list needs is known, and nothing else may be the amount. */
    isCertain: isSure && Object.entries(asked).every(([column, place]) => isKnown(column, place)),
    /** Columns that may be what the customer is to pay, and differ. */
    amounts,
    hasRival: amounts.length > 1,
    /** A column that may multiply the price. */
    count,
  };
};

const hasSame =
  (one: number, other: number) =>
  ({ cells }: SheetLine): boolean =>
    (cells[one] ?? '') === (cells[other] ?? '');

/** At least letters, and nothing that names have not. */
const isName = (cell: string): boolean => /\p{L}{2}/u.test(cell) && !/[\p{N}@]/u.test(cell);

/** The smallest amount counts, because no column of smaller ones is the amount. */
const isMoney = (cell: string): boolean =>
  cell.length <= LONGEST_AMOUNT && /\p{Nd}/u.test(cell) && (readAmount(cell)?.fils ?? 0) >= SMALLEST_FILS;

const LONGEST_AMOUNT = 40;

const isBare = (cell: string): boolean => /^\p{Nd}+$/u.test(cell);

/** As most amounts without decimals are, and few numbers of other things. */
const isRound = (cell: string): boolean => /[05]$/.test(toLatinDigits(cell));

function judgeAmounts(columns: readonly Column[], lines: readonly SheetLine[]) {
  const known = columns.filter(({ heading }) => columnOf(heading) === 'invoiceAmount');
  // Where the known amounts have neither decimals nor a currency, another may lack them, too.
  const areBare = known.length > 0 && known.every(({ cells }) => cells.every(isBare));
  const isMarked = ({ place }: Column): boolean =>
    lines.some(
      ({ cells, facts }) =>
        isMoney(cells[place] ?? '') &&
        (!isBare(cells[place] ?? '') || facts.get(place)?.format?.isMoney === true),
    );
  const isLikeBare = ({ heading, cells }: Column): boolean =>
    areBare &&
    heading !== '' &&
    cells.length > 0 &&
    cells.every(isMoney) &&
    cells.filter(isRound).length * 2 > cells.length;
  const all = columns.filter((column) =>
    isMoneyHeading(column.heading)
      ? column.cells.some(isMoney)
      : mayHeadMoney(column.heading) && (isMarked(column) || isLikeBare(column)),
  );
  const best = all.find(({ heading }) => columnOf(heading) === 'invoiceAmount') ?? all[0] ?? known[0];
  const filsOf = (cell = ''): number | undefined => readAmount(cell)?.fils;
  const amounts = all.filter(
    ({ place }) =>
      place === best?.place ||
      lines.some(({ cells }) => filsOf(cells[place]) !== filsOf(cells[best?.place ?? -1])),
  );
  const count = amounts.some(({ heading }) => isUnitHeading(heading))
    ? columns.find(({ heading, cells }) => isCountHeading(heading) && cells.some((cell) => Number(cell) > 1))
    : undefined;
  return {
    amount: amounts.length > 1 ? undefined : best?.place,
    isSure: amounts.length < 2 && count === undefined,
    amounts,
    count: count ?? null,
  };
}
