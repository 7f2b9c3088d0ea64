import type { DateSpan } from '../calendar/date-span.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import { movementsOf } from '../figures/movements.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import { readManyPayouts } from './payout-record.ts';
import { type TieOut, tieOut } from './tie-out.ts';

/** What could not be read: its answer held no list, or there is more than reports may read at once. */
export interface NotTied {
  is: 'no-list' | 'too-many';
  of: ReportKind;
}

/** `moved`: rows may be missing. */
export type TieOutRead = (TieOut & { is: 'whole' | 'moved' }) | NotTied;

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
  { reader, words, timeZone, mostRows: most }: TieOutReader,
  signal: AbortSignal,
): Promise<TieOutRead> => {
  const listed = await reader.allRows({ kind: 'payouts', span }, { most, signal });
  if (listed.rows === undefined) return { is: listed.is, of: 'payouts' };
  const { is, rows } = await reader.allRows({ kind: 'transactions', span }, { most, signal });
  if (rows === undefined) return { is, of: 'transactions' };
  const payouts = await readManyPayouts(listed.rows, { words, timeZone });
  const movements = await movementsOf(rows, words);
  const tied = await tieOut({ payouts, movements, readFrom: span.from, timeZone });
  return { ...tied, is: listed.is === 'moved' ? 'moved' : is };
};
