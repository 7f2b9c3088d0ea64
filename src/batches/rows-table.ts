import { nameColumn } from '../exports/workbook/cell-xml.ts';
import { formatFils } from '../payment-service/aed-amount.ts';
import type { Batch, BatchRow } from '../store/batch.ts';
import type { Cell, Heading } from '../tables/table.ts';
import type { BatchSheet } from './batch-file-view.ts';
import type { BatchRowWithSale } from './batch-row-store.ts';
import { readRow } from './row-states.ts';

export interface Sheet {
  columns: readonly Heading[];
  rows: readonly (readonly Cell[])[];
}

type Listed = Pick<Batch, 'headings' | 'state'>;

interface Column extends Heading {
  of: (one: BatchRowWithSale, batch: Listed) => Cell;
}

const NUMBER: Column = { title: 'Row', kind: 'number', of: ({ row }) => ({ decimal: String(row.number) }) };
/** Without a total: the file may be uploaded again as a list. */
const AMOUNT: Column = {
  ...{ title: 'Paylink amount', kind: 'amount' },
  of: ({ row, sale }) => {
    const dueFils = sale?.sale.dueFils ?? row.amountFils;
    return dueFils === null ? null : { decimal: formatFils(dueFils) };
  },
};
const REFERENCE: Column = { title: 'Reference', kind: 'text', of: ({ sale }) => sale?.invoiceId ?? null };
const ADDRESS: Column = { title: 'Payment link', kind: 'text', of: ({ sale }) => sale?.address ?? null };
const STATE: Column = {
  ...{ title: 'State', kind: 'text' },
  of: ({ row, sale }, batch) =>
    sale === null && row.faults.length > 0
      ? 'Not made'
      : readRow(row.state, sale?.sale.state ?? null, batch).word,
};
const TO_DO: Column = {
  ...{ title: 'What to do', kind: 'text' },
  of: ({ row, sale }) =>
    sale?.failure ? `${sale.failure.what} ${sale.failure.next}` : describeFaults(row, 'Column'),
};

/** What a person is asked to approve, without what was left out. */
export const isAsked = ({ state }: BatchRow): boolean => state !== 'left' && state !== 'refused';

const isAny = () => true;
const hasCells = ({ cells }: BatchRow): boolean => cells !== null;

/** The rows of each sheet, and its columns before and behind those of the file. Customers that were erased are in no list. */
const SHEETS: Record<
  Exclude<BatchSheet, 'template'>,
  [isIn: (row: BatchRow) => boolean, before: readonly Column[], behind: readonly Column[]]
> = {
  links: [isAny, [], [AMOUNT, REFERENCE, ADDRESS, STATE, TO_DO]],
  faults: [({ faults }) => faults.length > 0, [NUMBER], [TO_DO]],
  again: [hasCells, [], []],
  'to-approve': [(row) => hasCells(row) && isAsked(row), [], []],
};

/** Rows of a batch as a file has them. */
export const buildRowsTable = (
  sheet: keyof typeof SHEETS,
  batch: Listed,
  rows: readonly BatchRowWithSale[],
): Sheet => {
  const [isIn, before, behind] = SHEETS[sheet];
  return {
    columns: [...before, ...batch.headings.map(nameHeading), ...behind],
    rows: rows
      .filter(({ row }) => isIn(row))
      .map((one) => [
        ...before.map(({ of }) => of(one, batch)),
        // Erased cells are empty.
        ...batch.headings.map((_, place) => one.row.cells?.[place] ?? ''),
        ...behind.map(({ of }) => of(one, batch)),
      ]),
  };
};

/** A column without a heading is named by its letter. */
const nameHeading = (heading: string, place: number): Heading => ({
  title: heading === '' ? nameColumn(place) : heading,
  kind: 'text',
});

/** `Column B: …`, in a file; `say` for where it is mrkdwn. */
export const describeFaults = (
  { faults }: Pick<BatchRow, 'faults'>,
  lead: 'Column' | 'column',
  say = (words: string) => words,
): string =>
  faults.map(({ column, words }) => `${column === null ? '' : `${lead} ${column}: `}${say(words)}`).join(' ');

/** The headings that people are asked to use, and a row to overwrite. `day`: when the sample link expires. */
export const buildTemplateSheet = (day: string): Sheet => ({
  columns: ['Amount', 'Name', 'Phone', 'E-mail', 'What for', 'Can be paid until', 'Invoice number'].map(
    nameHeading,
  ),
  rows: [['250.00', 'Sara Khan', '050 123 4567', 'sara@example.com', 'June rent', day, '']],
});
