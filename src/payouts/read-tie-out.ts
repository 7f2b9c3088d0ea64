import type { DateSpan } from '../calendar/date-span.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { readManyPayouts } from './payout-record.ts';
import { type TieOut, tieOut } from './tie-out.ts';

export interface TieOutRead extends TieOut {
  is: 'read';
  /** Rows may be missing: the service's pages moved, or an answer held no list. */
  mayLack: boolean;
}

/** More rows than reports may read at once. */
export interface TooMany {
  is: 'too-many';
  rows: number;
}

interface TieOutReader {
  reader: ReportReader;
  words: Vocabulary;
  timeZone: string;
  mostRows: number;
}

/**
 * Ties out the payouts and transactions of a span. Payouts near its start may hold transactions from before it. Rejects with
 * the service's error.
 */
export const readTieOut = async (
  span: DateSpan,
  { reader, words, timeZone, mostRows }: TieOutReader,
  signal?: AbortSignal,
): Promise<TieOutRead | TooMany> => {
  const readAll = async (kind: ReportKind) => {
    const rows: ReportRow[] = [];
    const take = (some: ReportRow[]) => rows.push(...some);
    const options = { most: mostRows, ...(signal && { signal }) };
    const { troubles, tooMany } = await reader.readAll({ kind, span }, take, options);
    return { rows, mayLack: troubles.some((trouble) => trouble !== 'grew'), tooMany };
  };
  const listed = await readAll('payouts');
  if (listed.tooMany !== null) return { is: 'too-many', rows: listed.tooMany };
  const { rows, mayLack, tooMany } = await readAll('transactions');
  if (tooMany !== null) return { is: 'too-many', rows: tooMany };
  const payouts = await readManyPayouts(listed.rows, { words, timeZone });
  const tied = await tieOut({ payouts, rows, words, readFrom: span.from, timeZone });
  return { is: 'read', ...tied, mayLack: listed.mayLack || mayLack };
};
