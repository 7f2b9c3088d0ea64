import { readAmount } from '../../blocks/read-amount.ts';
import { describeHidden, type FoundColumns } from './find-columns.ts';
import { columnOf, isCountHeading, isMoneyHeading, isUnitHeading } from './headings.ts';
import { BatchFileRefused, type SheetLine } from './sheet-limits.ts';

/** A column that may hold what the customer is to pay. */
export interface AmountColumn {
  place: number;
  /** What its first row with an amount says. */
  sample: string;
}

/** Which column is the amount: the only one that may be, or a question. */
export type AmountChoice =
  | { place: number }
  /** `count`: a column that may multiply the price; null: there is none. */
  | { columns: AmountColumn[]; count: number | null };

/**
 * Looks for the column of the amounts. With `Rent`, `VAT` and `Grand total` a person says which; a `Qty` beside a single
 * price is asked about too, because Paylink multiplies nothing. Throws `BatchFileRefused` if there is none.
 */
export const chooseAmount = (
  { headings, lines }: FoundColumns,
  hidden: ReadonlySet<number>,
): AmountChoice => {
  const shown = headings
    .map((heading, place) => ({ heading, place }))
    .filter(({ place }) => !hidden.has(place));
  const known = shown.filter(({ heading }) => columnOf(heading) === 'invoiceAmount');
  const columns = shown
    .filter(({ heading }) => isMoneyHeading(heading))
    .flatMap(({ place }): AmountColumn[] => {
      const sample = lines.map(({ cells }) => cells[place] ?? '').find((cell) => isMoney(cell));
      return sample === undefined ? [] : [{ place, sample }];
    });
  const [first] = columns;
  // Its rows say themselves what is wrong with them.
  if (first === undefined && known[0] !== undefined) return { place: known[0].place };
  if (first === undefined)
    throw new BatchFileRefused(
      `The file has no column for “Amount”. Add it, or start from the template.${describeHidden(headings, hidden)}`,
    );
  const count = columns.some(({ place }) => isUnitHeading(headings[place] ?? ''))
    ? shown.find(({ heading, place }) => isCountHeading(heading) && lines.some(holdsSeveral(place)))
    : undefined;
  const isCertain = columnOf(headings[first.place] ?? '') === 'invoiceAmount';
  const areEqual = columns.every(({ place }) => lines.every(hasSame(place, first.place)));
  return isCertain && areEqual && count === undefined
    ? { place: first.place }
    : { columns, count: count?.place ?? null };
};

const isMoney = (cell: string): boolean => (readAmount(cell)?.fils ?? 0) > 0;

const holdsSeveral =
  (place: number) =>
  ({ cells }: SheetLine): boolean =>
    Number(cells[place] ?? '') > 1;

const hasSame =
  (one: number, other: number) =>
  ({ cells }: SheetLine): boolean =>
    readAmount(cells[one] ?? '')?.fils === readAmount(cells[other] ?? '')?.fils;
