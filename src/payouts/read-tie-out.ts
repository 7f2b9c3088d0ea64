import type { PaymentWords } from '../payments/index.ts';
import type { DateSpan } from '../reports/date-span.ts';
import type { ReportReader } from '../reports/report-reader.ts';
import type { ReportKind, ReportRow } from '../reports/report-row.ts';
import { readPaidTransactions } from './paid-transaction.ts';
import { createReadPayout } from './payout-record.ts';
import { BEFORE_PAYOUT_MS, firstMomentOf, type TieOut, tieOut } from './tie-out.ts';

export interface TieOutRead extends TieOut {
  is: 'read';
  /** What was read may lack rows: the service’s pages moved, or an answer held no list. */
  mayLack: boolean;
}

/** More rows than reports may read at once. */
export interface TooMany {
  is: 'too-many';
  rows: number;
}

export interface TieOutReader {
  reader: ReportReader;
  words: PaymentWords;
  timeZone: string;
  mostRows: number;
}

const DAY_MS = 86_400_000;

/**
 * Reads the payouts of a span, those shortly before it, which may hold the same days, and the transactions that may be
 * in any of them. Rejects with the service's error, or `ReportInterrupted`.
 */
export const readTieOut = async (
  span: DateSpan,
  { reader, words, timeZone, mostRows }: TieOutReader,
  signal?: AbortSignal,
): Promise<TieOutRead | TooMany> => {
  const readAll = async (kind: ReportKind, over: DateSpan) => {
    const count = await reader.count({ kind, span: over }, mostRows);
    if (count !== null && count > mostRows) return { rows: [], mayLack: false, tooMany: count };
    const reading = reader.all({ kind, span: over }, signal ? { signal } : {});
    const rows: ReportRow[] = [];
    for (;;) {
      const step = await reading.next();
      if (step.done)
        return { rows, mayLack: step.value.troubles.some((trouble) => trouble !== 'grew'), tooMany: null };
      rows.push(...step.value);
    }
  };
  const payoutRows = await readAll('payouts', { from: span.from - BEFORE_PAYOUT_MS, to: span.to });
  if (payoutRows.tooMany !== null) return { is: 'too-many', rows: payoutRows.tooMany };
  const payouts = payoutRows.rows.map(createReadPayout({ words, timeZone }));
  // Those before the span only say what is theirs, so that nothing else claims it.
  const asked = payouts.filter(({ at }) => at === null || at >= span.from);
  const firsts = asked.flatMap((payout) => firstMomentOf(payout) ?? []);
  const readFrom = Math.min(span.from, ...firsts) - DAY_MS;
  const transactionRows = await readAll('transactions', { from: readFrom, to: span.to });
  if (transactionRows.tooMany !== null) return { is: 'too-many', rows: transactionRows.tooMany };
  const transactions = readPaidTransactions(transactionRows.rows, words);
  return {
    is: 'read',
    ...tieOut({ payouts, transactions, readFrom, timeZone }),
    mayLack: payoutRows.mayLack || transactionRows.mayLack,
  };
};
