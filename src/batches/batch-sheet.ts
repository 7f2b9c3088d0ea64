import { writeWorkbook } from '../exports/pack-export.ts';
import type { WorkbookCell } from '../exports/workbook/cell-xml.ts';
import { nameColumn } from '../exports/workbook/name-column.ts';
import type { WorkbookColumn } from '../exports/workbook/sheet-xml.ts';
import { labelOf } from '../links/card/display-state.ts';
import { formatFils } from '../payment-service/aed-amount.ts';
import type { Batch, BatchRow, BatchRowStanding } from '../store/batch.ts';

export interface Sheet {
  columns: readonly WorkbookColumn[];
  rows: readonly (readonly WorkbookCell[])[];
}

/** Without a total: the file may be given again as a list, where a formula is refused. */
const AMOUNT: WorkbookColumn = { title: 'Paylink amount', kind: 'amount' };
const ADDED = [AMOUNT, ...['Reference', 'Payment link', 'State', 'What to do'].map(asText)];

/** The columns as they were given, and what became of each row. */
export const buildResultSheet = (
  batch: Pick<Batch, 'headings'>,
  standing: readonly BatchRowStanding[],
): Sheet => ({
  columns: [...nameHeadings(batch), ...ADDED],
  rows: standing.map(({ row, link }) => [
    ...padCells(row.cells, batch.headings.length),
    row.amountFils === null ? null : { decimal: formatFils(row.amountFils) },
    link?.invoiceId ?? null,
    link?.address ?? null,
    stateOf({ row, link }),
    link?.failure ? `${link.failure.what} ${link.failure.next}` : describeFaults(row),
  ]),
});

/** Only rows that have faults, as they were given. */
export const buildFaultSheet = (
  batch: Pick<Batch, 'headings'>,
  standing: readonly BatchRowStanding[],
): Sheet => ({
  columns: [{ title: 'Row', kind: 'decimal' }, ...nameHeadings(batch), asText('What to do')],
  rows: standing
    .filter(({ row }) => row.faults.length > 0)
    .map(({ row }) => [
      { decimal: String(row.number) },
      ...padCells(row.cells, batch.headings.length),
      describeFaults(row),
    ]),
});

export function asText(title: string): WorkbookColumn {
  return { title, kind: 'text' };
}

/** A column that has no heading goes by its letter. */
const nameHeadings = ({ headings }: Pick<Batch, 'headings'>): WorkbookColumn[] =>
  headings.map((heading, place) => asText(heading === '' ? nameColumn(place) : heading));

/** As they were given. */
export const buildListSheet = (
  batch: Pick<Batch, 'headings'>,
  rows: readonly Pick<BatchRow, 'cells'>[],
): Sheet => ({
  columns: nameHeadings(batch),
  rows: rows.map(({ cells }) => padCells(cells, batch.headings.length)),
});

/** Erased cells are empty. */
const padCells = (cells: readonly string[] | null, length: number): string[] =>
  Array.from({ length }, (_, place) => cells?.[place] ?? '');

const describeFaults = ({ faults }: BatchRowStanding['row']): string =>
  faults.map(({ column, words }) => (column === null ? words : `Column ${column}: ${words}`)).join(' ');

/** `Paid`, without the emoji. */
function stateOf({ row, link }: BatchRowStanding): string {
  if (link !== null) return labelOf(link).replace(/^\S+ /, '');
  if (row.faults.length > 0) return 'Not made';
  switch (row.state) {
    case 'refused':
      return 'Not made';
    case 'waiting':
    case 'made':
      return 'Still to be made';
    case 'new':
    case 'left':
      return 'Left out';
  }
}

/** Writes a workbook that no other user may read. The file must not exist yet. Returns its length in bytes. */
export const writeSheet = (
  path: string,
  { columns, rows }: Sheet,
  { name, timeZone }: { name: string; timeZone: string },
): Promise<number> => writeWorkbook({ path, sheets: [{ name, columns, batches: [rows] }], timeZone });
