import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DateSpan } from '../calendar/date-span.ts';
import type { Clock } from '../clock.ts';
import type { ReportKind } from '../figures/listed-row.ts';
import type { ListedRows } from '../listings/report-row.ts';
import type { Store } from '../open-store.ts';
import type { Vocabulary } from '../payment-service/index.ts';
import { readTieOut } from '../payouts/read-tie-out.ts';
import type { Sheet } from '../tables/table.ts';
import { type Bridge, buildBridge } from './bridge.ts';
import { listDifferences } from './list-differences.ts';
import type { MonthFigures } from './month-figures.ts';
import { type OwingSale, readOwnRecords } from './month-links.ts';
import { buildMonthSheets } from './month-sheets.ts';
import { tieMonth } from './tie-month.ts';

/** A month to read: the service's records of it and of the days around it. */
export interface MonthRead {
  teamId: string;
  /** The month, up to now if it is not over. */
  span: DateSpan;
  /** The days whose records are read. */
  around: DateSpan;
  /** Reads a listing whole: without rows, the service’s answer had no list. */
  list: (kind: ReportKind, span: DateSpan) => Promise<ListedRows>;
  /** The newest file that was made of the same days before, if it is still known. */
  before: { at: number; figures: MonthFigures } | null;
  words: Vocabulary;
  timeZone: string;
  signal: AbortSignal;
}

/** Compares the month's records with our own links and batches. */
export const reconcileMonth = async (
  read: MonthRead,
  store: Store,
  clock: Clock,
): Promise<{ sheets: readonly Sheet[]; figures: MonthFigures }> => {
  const { span, around, list, before, timeZone } = read;
  const { tied: all, payouts } = await readTieOut(list, { ...read, span: around });
  if (all === null) throw new Error('no transactions to tie out');
  const tied = tieMonth(all, span, payouts.rows !== undefined);
  const own = await readOwnRecords(read, tied, store);
  await nextTurn();
  const differences = listDifferences(tied, own, { span, until: around.to });
  const bridge = buildBridge(tied);
  const { lines: _, ...sums } = bridge;
  const changed = before && { since: before.at, figures: listChanged(before.figures, sums) };
  const facts = { bridge, differences, now: clock.now(), changed, since: around.from, timeZone };
  return {
    sheets: buildMonthSheets(tied, own, facts),
    figures: {
      ...{ ...sums, changed, isOwedLikely: tied.basis === 'days', differences: differences.length },
      ...{ toRefund: addUp(own.toRefund), toCome: addUp(own.toCome) },
    },
  };
};

const addUp = (sales: readonly OwingSale[]): { count: number; fils: number } => ({
  count: sales.length,
  fils: sales.reduce((all, { fils }) => all + fils, 0),
});

const COMPARED = [
  ['received', 'receivedFils'],
  ['refunded', 'refundedFils'],
  ['charged back', 'chargedBackFils'],
  ['fees', 'feeFils'],
  ['paid out', 'paidOutFils'],
  ['to be paid out at the month’s end', 'owedFils'],
] as const;

const listChanged = (
  before: MonthFigures,
  now: Omit<Bridge, 'lines'>,
): NonNullable<MonthFigures['changed']>['figures'] =>
  COMPARED.flatMap(([what, name]) =>
    before[name] === now[name] ? [] : [{ what, wasFils: before[name], fils: now[name] }],
  );
