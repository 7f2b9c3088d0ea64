import type { Vocabulary } from '../payment-service/index.ts';
import type { ReportRow } from '../reports/report-row.ts';
import { type PaidTransaction, readPaidTransactions } from './paid-transaction.ts';
import type { PayoutRecord } from './payout-record.ts';
import { type TieOut, tieOut } from './tie-out.ts';

export interface TiedRows extends TieOut {
  /** Every transaction, as it was read. */
  transactions: readonly PaidTransaction[];
}

/** Ties out rows of the transactions listing. Where they can be read in two ways, the one counts by which more payouts add up. */
export const tieOutRows = async ({
  rows,
  words,
  ...of
}: {
  payouts: readonly PayoutRecord[];
  rows: readonly ReportRow[];
  words: Vocabulary;
  /** The first moment whose transactions were read, in epoch milliseconds. */
  readFrom: number;
  timeZone: string;
}): Promise<TiedRows> => {
  const { transactions, otherwise } = await readPaidTransactions(rows, words);
  const tied = await tieOut({ ...of, transactions });
  if (otherwise === null) return { ...tied, transactions };
  const other = await tieOut({ ...of, transactions: otherwise });
  return countAddingUp(other) > countAddingUp(tied)
    ? { ...other, transactions: otherwise }
    : { ...tied, transactions };
};

const countAddingUp = ({ payouts }: TieOut): number =>
  payouts.filter(({ verdict }) => verdict === 'proved' || verdict === 'likely').length;
