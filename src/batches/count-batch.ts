import type { Batch } from '../store/batch.ts';
import type { BatchTally } from './batch-figures-store.ts';
import { BATCH_FIGURES, type BatchFigure, readRow } from './row-states.ts';

export interface Figure {
  rows: number;
  sumFils: number;
}

export interface BatchCounts extends Record<BatchFigure, Figure> {
  /** Rows with a link that the service has. */
  made: Figure;
  /** Customers who can still pay and have not, and what is missing. */
  missing: Figure;
  /** What is missing, whether or not it can still be paid. */
  unpaid: Figure;
  /** Of what is paid, what is in payouts that the service's records join by an id. */
  paidOut: Figure;
  /** Those payouts, newest first. */
  payouts: string[];
  /** Rows of which money may come, or that somebody has to look at. */
  open: Figure;
}

export const countBatch = (batch: Pick<Batch, 'state'>, tallies: readonly BatchTally[]): BatchCounts => {
  const none = (): Figure => ({ rows: 0, sumFils: 0 });
  const figures = Object.keys(BATCH_FIGURES).map((figure) => [figure, none()]);
  const counts: BatchCounts = {
    ...(Object.fromEntries(figures) as Record<BatchFigure, Figure>),
    ...{ made: none(), missing: none(), unpaid: none(), paidOut: none(), open: none(), payouts: [] },
  };
  const payouts = new Map<string, number>();
  for (const { row, rows, sumFils, sale } of tallies) {
    const add = (to: Figure, fils = sumFils) => {
      to.rows += rows;
      to.sumFils += fils;
    };
    const { figure } = readRow(row, sale?.state ?? null, batch);
    add(counts[figure]);
    if (BATCH_FIGURES[figure].isMade) add(counts.made);
    if (BATCH_FIGURES[figure].isOpen) add(counts.open);
    if (sale === null) continue;
    if (sale.unpaidFils > 0) add(counts.unpaid, sale.unpaidFils);
    if (sale.canPay) add(counts.missing, sale.unpaidFils);
    if (figure !== 'paid' || sale.payouts.length === 0) continue;
    add(counts.paidOut);
    for (const { id, at } of sale.payouts) payouts.set(id, Math.max(at ?? 0, payouts.get(id) ?? 0));
  }
  const newestFirst = [...payouts].toSorted(([one, a], [other, b]) => b - a || other.localeCompare(one));
  return { ...counts, payouts: newestFirst.map(([id]) => id) };
};
