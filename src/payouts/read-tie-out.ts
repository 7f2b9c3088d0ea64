import type { DateSpan } from '../calendar/date-span.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import type { ReportKind, ReportRow } from '../reports/report-row.ts';
import { readManyPayouts } from './payout-record.ts';
import { firstMomentOf, type TieOut, tieOut } from './tie-out.ts';

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
  /** False: does not read further back for payouts that this would prove. */
  isThorough?: boolean;
}

const DAY_MS = 86_400_000;
/** Most payouts hold the days just before them. Older days are read only for a payout that these do not prove. */
const NEAR_MS = 10 * DAY_MS;

/**
 * Ties out the payouts of a span. Also reads the payouts shortly before it, which may hold the same days, and the
 * transactions of all of them. Rejects with the service's error.
 */
export const readTieOut = async (
  span: DateSpan,
  { reader, words, timeZone, mostRows, isThorough = true }: TieOutReader,
  signal?: AbortSignal,
): Promise<TieOutRead | TooMany> => {
  const readAll = async (kind: ReportKind, over: DateSpan) => {
    const rows: ReportRow[] = [];
    const take = (some: ReportRow[]) => rows.push(...some);
    const options = { most: mostRows, ...(signal && { signal }) };
    const { troubles, tooMany } = await reader.readAll({ kind, span: over }, take, options);
    return { rows, mayLack: troubles.some((trouble) => trouble !== 'grew'), tooMany };
  };
  const readPayouts = async (from: number) => {
    const { rows, ...read } = await readAll('payouts', { from, to: span.to });
    return { ...read, payouts: await readManyPayouts(rows, { words, timeZone }) };
  };
  const tie = async (
    { payouts, mayLack }: Awaited<ReturnType<typeof readPayouts>>,
    readFrom: number,
  ): Promise<TieOutRead | TooMany> => {
    const read = await readAll('transactions', { from: readFrom, to: span.to });
    if (read.tooMany !== null) return { is: 'too-many', rows: read.tooMany };
    const tied = await tieOut({ payouts, rows: read.rows, words, readFrom, timeZone });
    return { is: 'read', ...tied, mayLack: mayLack || read.mayLack };
  };
  // Payouts before the span are read only so that no other payout claims their transactions.
  const isInSpan = ({ at }: { at: number | null }) => at === null || at >= span.from;
  const firstOf = (moments: readonly number[]) => Math.min(span.from, ...moments) - DAY_MS;

  const near = await readPayouts(span.from - NEAR_MS);
  if (near.tooMany !== null) return { is: 'too-many', rows: near.tooMany };
  const wanted = near.payouts.filter(isInSpan);
  const nearest = wanted.flatMap(({ from, at }) => from ?? (at === null ? [] : at - NEAR_MS));
  const tied = await tie(near, firstOf(nearest));
  const tooEarly =
    tied.is === 'read' && isThorough
      ? tied.payouts.filter(({ payout, why }) => why === 'read-too-late' && isInSpan(payout))
      : [];
  if (tooEarly.length === 0) return tied;
  const readFrom = firstOf(tooEarly.flatMap(({ payout }) => firstMomentOf(payout) ?? []));
  const far = await readPayouts(readFrom);
  const thorough = far.tooMany === null ? await tie(far, readFrom) : null;
  return thorough?.is === 'read' ? thorough : tied;
};
