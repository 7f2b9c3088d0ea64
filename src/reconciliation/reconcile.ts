import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchStore } from '../batches/batch-store.ts';
import type { Clock } from '../clock.ts';
import type { ReconcileMonth } from '../exports/reconcile-month.ts';
import type { SaleFiguresStore } from '../figures/sale-figures-store.ts';
import { readTieOut } from '../payouts/read-tie-out.ts';
import type { LinkDays } from '../reports/link-day-store.ts';
import { buildBridge } from './bridge.ts';
import { listDifferences } from './list-differences.ts';
import { type OwingSale, readOwnRecords } from './month-links.ts';
import { buildMonthSheets } from './month-sheets.ts';
import { tieMonth } from './tie-month.ts';

/** Makes the workbook of a month: payouts, transactions, links, differences, batches. */
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
    const { span, around, list } = read;
    const { tied: all, payouts } = await readTieOut(list, { ...read, span: around });
    if (all === null) throw new Error('no transactions to tie out');
    const tied = tieMonth(all, span, payouts.rows !== undefined);
    const own = await readOwnRecords(read, tied, stores);
    await nextTurn();
    const differences = listDifferences(tied, own, { span, until: around.to });
    const bridge = buildBridge(tied);
    const { lines: _, ...sums } = bridge;
    return {
      sheets: buildMonthSheets(tied, own, { bridge, differences, now: clock.now() }),
      figures: {
        ...{ ...sums, isOwedLikely: tied.basis === 'days' },
        ...{ toRefund: addUp(own.toRefund), toCome: addUp(own.toCome), differences: differences.length },
      },
    };
  };

const addUp = (sales: readonly OwingSale[]): { count: number; fils: number } => ({
  count: sales.length,
  fils: sales.reduce((all, { fils }) => all + fils, 0),
});
