import type { DateSpan } from '../calendar/date-span.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import { type Movement, movementsOf } from '../figures/movements.ts';
import type { ListedRows } from '../listings/report-row.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import { type PayoutRecord, readManyPayouts } from './payout-record.ts';
import { type TieOut, tieOut } from './tie-out.ts';

/** `unread`: the service could not be asked, and the caller goes on without. */
export type Listed = ListedRows | { is: 'unread'; rows?: never };

/** Reads a listing once, to its end. */
export type ReadList = (kind: ReportKind, span: DateSpan) => Promise<Listed>;

interface TieOutRead {
  payouts: Listed;
  /** Null: there is no list of transactions. */
  movements: readonly Movement[] | null;
  /** Null without transactions. Without a list of payouts there are none. */
  tied: TieOut | null;
  transactions: Listed;
}

/** The payouts of a span and their transactions: each listing once. Payouts near its start may hold transactions from before it. */
export const readTieOut = async (
  list: ReadList,
  {
    span,
    fromOf = () => span.from,
    words,
    timeZone,
  }: {
    span: DateSpan;
    /** The first moment whose transactions are read; absent: that of the span. */
    fromOf?: (payouts: readonly PayoutRecord[]) => number;
    words: Vocabulary;
    timeZone: string;
  },
): Promise<TieOutRead> => {
  const listed = await list('payouts', span);
  const none = { payouts: listed, movements: null, tied: null };
  if (listed.is === 'too-many') return { ...none, transactions: listed };
  const payouts = await readManyPayouts(listed.rows ?? [], { words, timeZone });
  const readFrom = fromOf(payouts);
  const transactions = await list('transactions', { from: readFrom, to: span.to });
  if (transactions.rows === undefined) return { ...none, transactions };
  const movements = await movementsOf(transactions.rows, words);
  const tied = await tieOut({ payouts, movements, readFrom, timeZone });
  return { payouts: listed, movements, tied, transactions };
};
