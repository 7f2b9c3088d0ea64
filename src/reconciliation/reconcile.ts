import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchStore } from '../batches/batch-store.ts';
import type { Clock } from '../clock.ts';
import type { ReconciliationFigures } from '../exports/export-payload.ts';
import type { ReconcileMonth } from '../exports/reconcile-month.ts';
import type { SaleFiguresStore } from '../figures/sale-figures-store.ts';
import type { LinkDays } from '../listings/link-day-store.ts';
import { readTieOut } from '../payouts/read-tie-out.ts';
import { type Bridge, buildBridge } from './bridge.ts';
import { listDifferences } from './list-differences.ts';
import { type OwingSale, readOwnRecords } from './month-links.ts';
import { buildMonthSheets } from './month-sheets.ts';
import { tieMonth } from './tie-month.ts';

/** Makes the workbook of a month. */
export const createReconcileMonth =
  (
    stores: {
      linkDays: Pick<LinkDays, 'movedIn' | 'named' | 'nameOf'>;
      saleFigures: Pick<SaleFiguresStore, 'unsettled'>;
      batches: Pick<BatchStore, 'find'>;
    },
    clock: Clock,
  ): ReconcileMonth =>
  async (read) => {
    const { span, around, list, before, timeZone } = read;
    const { tied: all, payouts } = await readTieOut(list, { ...read, span: around });
    if (all === null) throw new Error('no transactions to tie out');
    const tied = tieMonth(all, span, payouts.rows !== undefined);
    const own = await readOwnRecords(read, tied, stores);
    await nextTurn();
    const differences = listDifferences(tied, own, { span, until: around.to });
    const bridge = buildBridge(tied);
    const { lines: _, ...sums } = bridge;
    const changed = before && { since: before.at, figures: listChanged(before.figures, sums) };
    const now = clock.now();
    return {
      sheets: buildMonthSheets(tied, own, {
        ...{ bridge, differences, now, changed },
        since: around.from,
        timeZone,
      }),
      figures: {
        changed,
        ...{ ...sums, isOwedLikely: tied.basis === 'days' },
        ...{ toRefund: addUp(own.toRefund), toCome: addUp(own.toCome), differences: differences.length },
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
  ['owed by the service at the month’s end', 'owedFils'],
] as const;

const listChanged = (
  before: ReconciliationFigures,
  now: Omit<Bridge, 'lines'>,
): NonNullable<ReconciliationFigures['changed']>['figures'] =>
  COMPARED.flatMap(([what, name]) =>
    before[name] === now[name] ? [] : [{ what, wasFils: before[name], fils: now[name] }],
  );
