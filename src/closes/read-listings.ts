import type { App } from '../app-parts.ts';
import type { DateSpan } from '../calendar/date-span.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import { type Movement, movementsOf } from '../figures/movements.ts';
import { createTotals, type Totals } from '../figures/totals.ts';
import { PaymentServiceError, type Vocabulary } from '../payment-service/index.ts';
import { readManyPayouts } from '../payouts/payout-record.ts';
import { BEFORE_PAYOUT_MS, firstMomentOf, type TiedPayout, tieOut } from '../payouts/tie-out.ts';
import type { ListedRows } from '../reports/report-row.ts';
import { TOO_MANY_ROWS } from '../reports/report-words.ts';
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

/** `unread`: the service could not be asked. */
type Read = ListedRows | { is: 'unread'; rows?: never };

/** Reads a listing once, to its end. */
export const readListing = async (
  { readerOf, log }: Pick<App, 'readerOf' | 'log'>,
  { teamId, isLastTry, most, signal }: FiguresToRead,
  kind: ReportKind,
  span: DateSpan,
): Promise<Read> => {
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
 * The transactions from `from` on, and the payouts of a span with how they add up: each listing once. The transactions are read
 * from earlier on if a payout holds earlier ones.
 */
export const readMoney = async (
  app: Pick<App, 'readerOf' | 'log' | 'notePayouts' | 'timeZone'>,
  ask: FiguresToRead,
  { from, span, words }: { from: number; span: DateSpan; words: Vocabulary },
): Promise<MoneyListed> => {
  const { timeZone } = app;
  // Earlier payouts may hold the same days.
  const { is: arePayouts, rows: paidOut } = await readListing(app, ask, 'payouts', {
    ...span,
    from: span.from - BEFORE_PAYOUT_MS,
  });
  const payouts = paidOut && (await readManyPayouts(paidOut, { words, timeZone }));
  const isNew = ({ at }: { at: number | null }) => at === null || at >= span.from;
  const firsts = (payouts ?? [])
    .filter(isNew)
    .map((one) => (firstMomentOf(one) ?? span.from - BEFORE_PAYOUT_MS) - DAY_MS);
  const readFrom = Math.min(from, ...firsts);
  const { is, rows } = await readListing(app, ask, 'transactions', { from: readFrom, to: span.to });
  const movements = rows ? await movementsOf(rows, words) : null;
  const tied =
    movements && payouts && firsts.length > 0
      ? await tieOut({ payouts, movements, readFrom, timeZone })
      : null;
  if (tied) await app.notePayouts(ask.teamId, tied);
  const sums = createTotals({ kind: 'payouts', words, timeZone });
  sums.add(paidOut?.filter(isNew) ?? []);
  return {
    movements: movements?.filter(({ at }) => at === null || at >= from) ?? null,
    payouts: paidOut
      ? {
          sums: sums.result(),
          tied: firsts.length === 0 ? [] : (tied?.payouts.filter(({ payout }) => isNew(payout)) ?? null),
        }
      : null,
    hasMoved: is === 'moved' || arePayouts === 'moved',
  };
};
