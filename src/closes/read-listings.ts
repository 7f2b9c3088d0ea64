import type { App } from '../app-parts.ts';
import type { DateSpan } from '../calendar/date-span.ts';
import type { Movement } from '../figures/movements.ts';
import { createTotals, type Totals } from '../figures/totals.ts';
import { TOO_MANY_ROWS } from '../listings/listing-words.ts';
import { PaymentServiceError, type Vocabulary } from '../payment-service/index.ts';
import { type ReadList, readTieOut } from '../payouts/read-tie-out.ts';
import { BEFORE_PAYOUT_MS, firstMomentOf, type TiedPayout } from '../payouts/tie-out.ts';
import { Refused } from '../slack/refused.ts';

/** For figures that are posted. */
export interface FiguresToRead {
  teamId: string;
  /** False: throws on the first listing that cannot be read. True: gives what can be read. */
  isLastTry: boolean;
  /** More rows of a listing are refused. Absent: all are read. */
  most?: number;
  signal: AbortSignal;
}

export const createReadList =
  (
    { readerOf, log }: Pick<App, 'readerOf' | 'log'>,
    { teamId, isLastTry, most, signal }: FiguresToRead,
  ): ReadList =>
  async (kind, span) => {
    try {
      const read = await readerOf(teamId).allRows({ kind, span }, { ...(most && { most }), signal });
      if (read.is === 'too-many') throw new Refused(TOO_MANY_ROWS);
      return read;
    } catch (error) {
      if (!(error instanceof PaymentServiceError) || !isLastTry) throw error;
      log.warn({ kind, err: error }, 'figures go out without a listing');
      return { is: 'unread' };
    }
  };

const DAY_MS = 86_400_000;
interface MoneyListed {
  /** Null: not known, as without a list. */
  movements: readonly Movement[] | null;
  payouts: { sums: Totals; tied: readonly TiedPayout[] | null } | null;
  hasMoved: boolean;
}

/**
 * The transactions from `from` on, and the payouts of a span with how they add up. The transactions are read from earlier on if a
 * payout holds earlier ones.
 */
export const readMoney = async (
  { notePayouts, timeZone }: Pick<App, 'notePayouts' | 'timeZone'>,
  list: ReadList,
  { teamId, from, span, words }: { teamId: string; from: number; span: DateSpan; words: Vocabulary },
): Promise<MoneyListed> => {
  const isNew = ({ at }: { at: number | null }) => at === null || at >= span.from;
  // Earlier payouts may hold the same days.
  const first = span.from - BEFORE_PAYOUT_MS;
  const { payouts, transactions, movements, tied } = await readTieOut(list, {
    ...{ span: { ...span, from: first }, words, timeZone },
    fromOf: (all) =>
      Math.min(from, ...all.filter(isNew).map((one) => (firstMomentOf(one) ?? first) - DAY_MS)),
  });
  if (tied) await notePayouts(teamId, tied);
  const fresh = payouts.rows?.filter(isNew);
  const sums = createTotals({ kind: 'payouts', words });
  sums.add(fresh ?? []);
  return {
    movements: movements?.filter(({ at }) => at === null || at >= from) ?? null,
    payouts: fresh
      ? {
          sums: sums.result(),
          tied: fresh.length === 0 ? [] : (tied?.payouts.filter(({ payout }) => isNew(payout)) ?? null),
        }
      : null,
    hasMoved: transactions.is === 'moved' || payouts.is === 'moved',
  };
};
