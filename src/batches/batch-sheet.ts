import { nameColumn } from '../exports/workbook/cell-xml.ts';
import { nameInSale } from '../figures/link-standing.ts';
import { formatFils } from '../payment-service/aed-amount.ts';
import type { Cell, Heading } from '../reports/table.ts';
import type { Batch, BatchRow, BatchRowWithLink } from '../store/batch.ts';
import type { Link } from '../store/link.ts';

export interface Sheet {
  columns: readonly Heading[];
  rows: readonly (readonly Cell[])[];
}

/** Without a total: the file may be uploaded again as a list. */
const AMOUNT: Heading = { title: 'Paylink amount', kind: 'amount' };
const ADDED = [AMOUNT, ...['Reference', 'Payment link', 'State', 'What to do'].map(asText)];

/** The uploaded columns, and what happened to each row. */
export const buildResultSheet = (
  batch: Pick<Batch, 'headings'>,
  rows: readonly BatchRowWithLink[],
  /** All links of their sales. */
  ofSales: readonly Link[],
): Sheet => ({
  columns: [...nameHeadings(batch), ...ADDED],
  rows: rows.map(({ row, link }) => [
    ...padCells(row.cells, batch.headings.length),
    row.amountFils === null ? null : { decimal: formatFils(row.amountFils) },
    link?.invoiceId ?? null,
    link?.address ?? null,
    stateOf({ row, link }, ofSales),
    link?.failure ? `${link.failure.what} ${link.failure.next}` : describeFaults(row),
  ]),
});

export const buildFaultSheet = (batch: Pick<Batch, 'headings'>, rows: readonly BatchRow[]): Sheet => ({
  columns: [{ title: 'Row', kind: 'number' }, ...nameHeadings(batch), asText('What to do')],
  rows: rows
    .filter(({ faults }) => faults.length > 0)
    .map((row) => [
      { decimal: String(row.number) },
      ...padCells(row.cells, batch.headings.length),
      describeFaults(row),
    ]),
});

function asText(title: string): Heading {
  return { title, kind: 'text' };
}

/** A column without a heading is named by its letter. */
const nameHeadings = ({ headings }: Pick<Batch, 'headings'>): Heading[] =>
  headings.map((heading, place) => asText(heading === '' ? nameColumn(place) : heading));

/** Without rows whose customers were erased. */
export const buildListSheet = (
  batch: Pick<Batch, 'headings'>,
  rows: readonly Pick<BatchRow, 'cells'>[],
): Sheet => ({
  columns: nameHeadings(batch),
  rows: rows.flatMap(({ cells }) => (cells === null ? [] : [padCells(cells, batch.headings.length)])),
});

/** Erased cells are empty. */
const padCells = (cells: readonly string[] | null, length: number): string[] =>
  Array.from({ length }, (_, place) => cells?.[place] ?? '');

const describeFaults = ({ faults }: BatchRow): string =>
  faults.map(({ column, words }) => (column === null ? words : `Column ${column}: ${words}`)).join(' ');

/** `Paid`, without the emoji. */
function stateOf({ row, link }: BatchRowWithLink, ofSales: readonly Link[]): string {
  if (link !== null)
    return nameInSale(
      link,
      ofSales.filter(({ saleId }) => saleId === link.saleId),
    );
  if (row.faults.length > 0) return 'Not made';
  switch (row.state) {
    case 'refused':
      return 'Not made';
    case 'waiting':
    case 'made':
      return 'Still to be made';
    case 'held':
      return 'Waits for an answer';
    case 'new':
    case 'left':
      return 'Left out';
  }
}

/** The headings that people are asked to use, and a row to overwrite. `day`: when the sample link expires. */
export const buildTemplateSheet = (day: string): Sheet => ({
  columns: ['Amount', 'Name', 'Phone', 'E-mail', 'What for', 'Can be paid until', 'Invoice number'].map(
    asText,
  ),
  rows: [['250.00', 'Sara Khan', '050 123 4567', 'sara@example.com', 'June rent', day, '']],
});
