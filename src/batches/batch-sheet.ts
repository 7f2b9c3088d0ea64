import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { writeXlsxStream } from 'hucre/xlsx';
import { cleanText } from '../exports/xlsx-writer.ts';
import { labelOf } from '../links/card/display-state.ts';
import { formatFils } from '../payment-service/aed-amount.ts';
import type { Batch, BatchRowStanding } from '../store/batch.ts';
import { nameColumn } from './reading/sheet-limits.ts';

export interface Sheet {
  headings: readonly string[];
  rows: readonly (readonly (string | number | null)[])[];
}

const ADDED = ['Paylink amount', 'Reference', 'Payment link', 'State', 'What to do'] as const;

/** The columns as they were given, and what became of each row. */
export const buildResultSheet = (
  batch: Pick<Batch, 'headings'>,
  standing: readonly BatchRowStanding[],
): Sheet => ({
  headings: [...batch.headings, ...ADDED],
  rows: standing.map(({ row, link }) => [
    ...padCells(row.cells, batch.headings.length),
    row.amountFils === null ? null : Number(formatFils(row.amountFils)),
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
  headings: ['Row', ...batch.headings, 'What to do'],
  rows: standing
    .filter(({ row }) => row.faults.length > 0)
    .map(({ row }) => [row.number, ...padCells(row.cells, batch.headings.length), describeFaults(row)]),
});

/** Erased cells are empty. */
const padCells = (cells: readonly string[] | null, length: number): string[] =>
  Array.from({ length }, (_, place) => cells?.[place] ?? '');

const describeFaults = ({ faults }: BatchRowStanding['row']): string =>
  faults.map(({ column, words }) => (column === null ? words : `Column ${column}: ${words}`)).join(' ');

/** `Paid`, without the emoji. */
function stateOf({ row, link }: BatchRowStanding): string {
  if (link !== null) return labelOf(link).replace(/^\S+ /, '');
  if (row.state === 'refused' || row.faults.length > 0) return 'Not made';
  return row.state === 'waiting' || row.state === 'made' ? 'Still to be made' : 'Left out';
}

/** Writes a workbook that no other user may read. The file must not exist yet. Returns its length in bytes. */
export const writeSheet = async (path: string, { headings, rows }: Sheet, name: string): Promise<number> => {
  const columns = headings.map((heading, place) => ({
    header: cleanText(heading === '' ? nameColumn(place) : heading),
    width: 20,
  }));
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === 'string' ? cleanText(cell) || null : cell)),
  );
  const stream = writeXlsxStream(cells, { name, columns, freezePane: { rows: 1 } });
  await pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return (await stat(path)).size;
};
