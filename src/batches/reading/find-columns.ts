import { joinWords } from '../../blocks/refusal.ts';
import { capitalise, cut } from '../../blocks/text.ts';
import { nameColumn } from '../../exports/workbook/cell-xml.ts';
import { type BatchColumn, columnOf, countHeadings, MOST_LINES_ABOVE, REQUIRED } from './headings.ts';
import { BatchFileRefused, type Sheet, type SheetLine } from './sheet-limits.ts';

export type ColumnPlaces = Partial<Record<BatchColumn, number>>;

const LONGEST_SHOWN = 40;

export interface FoundColumns {
  headings: string[];
  /** Without the amount: several columns may hold it. */
  places: ColumnPlaces;
  lines: SheetLine[];
  /** How many columns have a heading, up to the last one. */
  width: number;
}

/** `column B (“Total”)` */
export const nameOf = (headings: readonly string[], place: number): string =>
  `column ${nameColumn(place)} (“${cut(headings[place] ?? '', LONGEST_SHOWN)}”)`;

/**
 * Finds the headings and what each column holds. A hidden column is not read: nobody sees what is in it. `filled`: fields
 * that need no column, because the form fills them. Throws `BatchFileRefused`.
 */
export const findColumns = (
  { lines, hiddenColumns }: Sheet,
  filled: readonly BatchColumn[],
): FoundColumns => {
  const above = lines.slice(0, MOST_LINES_ABOVE).map(({ cells }) => cells);
  const counts = above.map(countHeadings);
  const most = Math.max(0, ...counts);
  if (most < 2)
    throw new BatchFileRefused(
      'Paylink found no headings. Give the columns names in the first row: Amount, Name, Phone, E-mail, What for; or start from the template.',
    );
  const at = counts.indexOf(most);
  const headings = above[at] ?? [];
  const places = placeColumns(headings, hiddenColumns);
  refuseMissing(places, headings, hiddenColumns, filled);
  const below = lines.slice(at + 1);
  if (below.length === 0)
    throw new BatchFileRefused(
      'The file has headings but no rows below them. Write one row for each customer.',
    );
  refuseHiddenRows(below);
  return {
    headings,
    places,
    lines: below,
    width: headings.findLastIndex((heading) => heading !== '') + 1,
  };
};

function placeColumns(headings: readonly string[], hidden: ReadonlySet<number>): ColumnPlaces {
  const places: ColumnPlaces = {};
  for (const [place, heading] of headings.entries()) {
    const column = hidden.has(place) ? undefined : columnOf(heading);
    if (column === undefined || column === 'invoiceAmount') continue;
    const other = places[column];
    if (other !== undefined)
      throw new BatchFileRefused(
        `${capitalise(nameOf(headings, other))} and ${nameOf(headings, place)} hold the same thing. Keep one of them, or give the other a different heading.`,
      );
    places[column] = place;
  }
  return places;
}

function refuseMissing(
  places: ColumnPlaces,
  headings: readonly string[],
  hidden: ReadonlySet<number>,
  filled: readonly BatchColumn[],
): void {
  const needed = [
    ...REQUIRED.filter(({ any }) => !any.includes('invoiceAmount')),
    ...(filled.includes('Email') ? [] : [{ any: ['Email'] as const, name: 'E-mail' }]),
    ...(filled.includes('notes') ? [] : [{ any: ['notes'] as const, name: 'What for' }]),
  ];
  const missing = needed.filter(({ any }) => any.every((column) => places[column] === undefined));
  if (missing.length > 0)
    throw new BatchFileRefused(
      `The file has no column for ${joinWords(
        missing.map(({ name }) => `“${name}”`),
        'and',
      )}. Add it, or start from the template.${describeHidden(headings, hidden)}`,
    );
}

/** Who misses a column should know that a hidden one is not read. */
export const describeHidden = (headings: readonly string[], hidden: ReadonlySet<number>): string => {
  const place = headings.findIndex((heading, at) => hidden.has(at) && columnOf(heading) !== undefined);
  return place === -1 ? '' : ` ${capitalise(nameOf(headings, place))} is hidden: show it if you mean it.`;
};

function refuseHiddenRows(lines: readonly SheetLine[]): void {
  const hidden = lines.filter(({ isHidden }) => isHidden);
  // A person who filtered the list sees fewer rows than the file holds.
  if (hidden[0] !== undefined)
    throw new BatchFileRefused(
      `${hidden.length === 1 ? 'A row of the sheet is hidden' : `${hidden.length} rows of the sheet are hidden`}, beginning with row ${hidden[0].number}. Is a filter on? Show all rows, or copy the rows that you mean into a new sheet, and send that file.`,
    );
}
