import { readAmount } from '../../blocks/read-amount.ts';
import { isEmail } from '../../blocks/sensitive-text.ts';
import { nameColumn } from '../../exports/workbook/cell-xml.ts';
import { readPhone } from '../../links/words/find-phones.ts';
import { countHeadings, MOST_LINES_ABOVE } from './headings.ts';
import { BatchFileRefused, FEWEST_COLUMNS, type Sheet, type SheetLine } from './sheet-limits.ts';

const LONGEST_PHONE = 40;

/** The list of a sheet. */
export interface Table {
  /** Blank ones, if the first row is a customer. */
  headings: string[];
  lines: SheetLine[];
  /** How many columns have a heading, up to the last one; without headings, how many have a cell. */
  width: number;
  first: {
    cells: string[];
    isHeading: boolean;
    /** A person says whether it is one. */
    isInDoubt: boolean;
  };
  /** Columns with a heading or a cell, in their order. A hidden column is not read: nobody sees what is in it. */
  columns: Column[];
  /** The headings of hidden columns. */
  hidden: string[];
}

export interface Column {
  place: number;
  heading: string;
  /** Of the cells that are filled in. */
  cells: string[];
}

/** Of a heading, in the id of a choice in Slack. */
const LONGEST_KEY = 60;

export const keyOf = ({ heading }: Column): string => heading.slice(0, LONGEST_KEY);

/** The heading, or `column B`. */
export const nameOf = (headings: readonly string[], place: number): string =>
  headings[place] || `column ${nameColumn(place)}`;

/**
 * Finds the row with the most headings that Paylink knows, or else the first that is as long as the list. `isHeading`: what a
 * person said of it; null: nothing. Throws `BatchFileRefused` if there is no list.
 */
export const findTable = ({ lines, hiddenColumns, isDelimited }: Sheet, isHeading: boolean | null): Table => {
  const above = lines.slice(0, MOST_LINES_ABOVE).map(({ cells }) => cells);
  const counts = above.map(countHeadings);
  const most = Math.max(0, ...counts);
  const lengths = above.map((cells) => cells.filter((cell) => cell !== '').length);
  const longest = Math.max(0, ...lengths);
  const at = most > 1 ? counts.indexOf(most) : lengths.findIndex((length) => length * 3 >= longest * 2);
  const cells = above[at] ?? [];
  const isInDoubt = most < 2 && cells.some(isData);
  const first = { cells, isHeading: isHeading ?? !isInDoubt, isInDoubt };
  const rows = lines.slice(first.isHeading ? at + 1 : at);
  const widest = Math.max(0, ...rows.map((line) => line.cells.length));
  const headings = first.isHeading ? cells : Array.from({ length: widest }, () => '');
  if (Math.max(longest, headings.length) < FEWEST_COLUMNS)
    throw new BatchFileRefused(
      'Paylink found no list in this file. A list has a row for each customer, and columns for the amount, the name and the phone, at least. Start from the template.',
    );
  if (rows.length === 0)
    throw new BatchFileRefused(
      'The file has headings but no rows below them. Write one row for each customer.',
    );
  const width = first.isHeading ? headings.findLastIndex((heading) => heading !== '') + 1 : widest;
  // In text, what stands further to the right was moved there by a separator too many.
  const all = Array.from({ length: isDelimited ? width : Math.max(widest, width) }, (_, place): Column => {
    const filled = rows.flatMap((line) => line.cells[place] || []);
    return { place, heading: headings[place] ?? '', cells: filled };
  }).filter(({ heading, cells: filled }) => heading !== '' || filled.length > 0);
  return {
    headings,
    lines: rows,
    width,
    first,
    columns: all.filter(({ place }) => !hiddenColumns.has(place)),
    hidden: all.flatMap(({ place }) => (hiddenColumns.has(place) ? nameOf(headings, place) : [])),
  };
};

/** As no heading is. */
const isData = (cell: string): boolean => isEmail(cell) || isPhone(cell) || readAmount(cell) !== null;

export const isPhone = (cell: string): boolean =>
  cell.length <= LONGEST_PHONE && readPhone(cell.replace(/^\D*(?=\+?\d)/, '')).isReadable;
