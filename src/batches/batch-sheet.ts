import { nameColumn } from '../exports/workbook/cell-xml.ts';
import { formatFils } from '../payment-service/aed-amount.ts';
import type { Batch, BatchRow } from '../store/batch.ts';
import type { Cell, Heading } from '../tables/table.ts';
import type { BatchRowWithSale } from './batch-row-store.ts';
import { readRow } from './row-states.ts';

export interface Sheet {
  columns: readonly Heading[];
  rows: readonly (readonly Cell[])[];
}

/** Without a total: the file may be uploaded again as a list. */
const AMOUNT: Heading = { title: 'Paylink amount', kind: 'amount' };
const ADDED = [AMOUNT, ...['Reference', 'Payment link', 'State', 'What to do'].map(asText)];

/** The uploaded columns, and what happened to each row. */
export const buildResultSheet = (
  batch: Pick<Batch, 'headings' | 'state'>,
  rows: readonly BatchRowWithSale[],
): Sheet => ({
  columns: [...nameHeadings(batch), ...ADDED],
  rows: rows.map(({ row, sale }) => {
    const dueFils = sale?.sale.dueFils ?? row.amountFils;
    return [
      ...padCells(row.cells, batch.headings.length),
      dueFils === null ? null : { decimal: formatFils(dueFils) },
      sale?.invoiceId ?? null,
      sale?.address ?? null,
      sale === null && row.faults.length > 0
        ? 'Not made'
        : readRow(row.state, sale?.sale.state ?? null, batch).word,
      sale?.failure ? `${sale.failure.what} ${sale.failure.next}` : describeFaults(row),
    ];
  }),
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

/** The headings that people are asked to use, and a row to overwrite. `day`: when the sample link expires. */
export const buildTemplateSheet = (day: string): Sheet => ({
  columns: ['Amount', 'Name', 'Phone', 'E-mail', 'What for', 'Can be paid until', 'Invoice number'].map(
    asText,
  ),
  rows: [['250.00', 'Sara Khan', '050 123 4567', 'sara@example.com', 'June rent', day, '']],
});
