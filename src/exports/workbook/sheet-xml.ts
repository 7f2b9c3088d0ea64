import type { Cell, Heading } from '../../tables/table.ts';
import { type BuildCell, buildText, escapeCell, isKept, nameColumn, STYLES } from './cell-xml.ts';

const NARROWEST = 9;
const WIDEST = 80;
const WIDTH_OF_TIME = 18;
/** Room for the button of the filter. */
const FILTER = 3;
const TOTAL = 'Total of the rows shown';

/** Everything before the rows: frozen headings in bold. `first`: the first rows, which set the column widths. */
export const buildSheetStart = (
  columns: readonly Heading[],
  first: readonly (readonly Cell[])[],
  isFirstSheet: boolean,
): string => {
  const widths = columns.map((column, place) => {
    const width = findWidth(
      column,
      first.map((row) => row[place] ?? null),
    );
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`;
  });
  const headings = columns.map(({ title, kind }, place) =>
    buildText(
      `${nameColumn(place)}1`,
      title,
      kind === 'amount' || kind === 'number' ? STYLES.headingOfNumber : STYLES.heading,
    ),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    `<sheetViews><sheetView ${isFirstSheet ? 'tabSelected="1" ' : ''}workbookViewId="0">`,
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>',
    `<sheetFormatPr defaultRowHeight="15"/><cols>${widths.join('')}</cols>`,
    `<sheetData><row r="1">${headings.join('')}</row>`,
  ].join('');
};

export const buildRow = (
  number: number,
  row: readonly Cell[],
  columns: readonly (Heading & { letters: string })[],
  buildCell: BuildCell,
): string => {
  let cells = '';
  for (const [place, { letters, kind }] of columns.entries())
    cells += buildCell(`${letters}${number}`, row[place] ?? null, kind);
  return `<row r="${number}">${cells}</row>`;
};

/**
 * Everything after the rows: below an empty line the totals, as formulas that follow the filter and as values; then the
 * filter.
 * `sums`: in hundredths, by the columns' places.
 */
export const buildSheetEnd = (
  columns: readonly Heading[],
  lastRow: number,
  sums: ReadonlyMap<number, bigint>,
  timeZone: string,
): string => {
  const lastColumn = nameColumn(columns.length - 1);
  return [
    lastRow > 1 && sums.size > 0 ? buildTotals(columns, lastRow, sums) : '',
    '</sheetData>',
    `<autoFilter ref="A1:${lastColumn}${lastRow}"/>`,
    '<pageMargins left="0.4" right="0.4" top="0.5" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>',
    `<headerFooter><oddFooter>${escapeCell(`&L&A, times in ${timeZone.replaceAll('&', '')}&RPage &P of &N`)}</oddFooter></headerFooter>`,
    // Ids are text on purpose.
    `<ignoredErrors><ignoredError sqref="A1:${lastColumn}${lastRow + 2}" numberStoredAsText="1"/></ignoredErrors>`,
    '</worksheet>',
  ].join('');
};

function buildTotals(
  columns: readonly Heading[],
  lastRow: number,
  sums: ReadonlyMap<number, bigint>,
): string {
  const number = lastRow + 2;
  const label = columns.findIndex((_, place) => !sums.has(place));
  const cells = columns.map((_, place) => {
    const letters = nameColumn(place);
    const sum = sums.get(place);
    if (sum !== undefined) {
      const range = `${letters}2:${letters}${lastRow}`;
      const text = formatHundredths(sum);
      // 109: the sum of the rows that the filter shows.
      return `<c r="${letters}${number}" s="${STYLES.sum}"><f>SUBTOTAL(109,${range})</f><v>${text}</v></c>`;
    }
    return place === label
      ? buildText(`${letters}${number}`, TOTAL, STYLES.total)
      : `<c r="${letters}${number}" s="${STYLES.total}"/>`;
  });
  return `<row r="${number}">${cells.join('')}</row>`;
}

/** A decimal of at most two places as an integer of hundredths; null if Excel takes it for text. */
export const readHundredths = (decimal: string): bigint | null => {
  if (!isKept(decimal)) return null;
  const [whole = '', part = ''] = decimal.split('.');
  if (part.length > 2) return null;
  return BigInt(`${whole}${part.padEnd(2, '0')}`);
};

function formatHundredths(sum: bigint): string {
  const digits = String(sum < 0n ? -sum : sum).padStart(3, '0');
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function findWidth({ title, kind }: Heading, cells: readonly Cell[]): number {
  const longest = Math.max(0, ...cells.map((cell) => lengthOf(cell)));
  // A total has more digits than the rows above it.
  const needed = kind === 'amount' ? longest + 3 : longest + 2;
  return Math.min(WIDEST, Math.max(NARROWEST, title.length + FILTER, needed));
}

function lengthOf(cell: Cell): number {
  if (cell === null) return 0;
  if (typeof cell === 'string') return cell.length;
  if ('instant' in cell) return WIDTH_OF_TIME;
  const [whole = ''] = cell.decimal.split('.');
  return cell.decimal.length + Math.floor((whole.length - 1) / 3);
}
