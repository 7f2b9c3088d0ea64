import { displayStateOf } from '../links/sale/display-state.ts';
import { rowOf, type SaleFigure } from '../links/sale/display-states.ts';
import { type Batch, isBatchOver } from '../store/batch.ts';
import type { BatchTally } from './batch-figures-store.ts';

export interface Figure {
  rows: number;
  sumFils: number;
}

/** The state of a row, as the card counts it. */
export type BatchFigure =
  | 'toGo'
  | 'paid'
  | 'waiting'
  | 'declined'
  | 'replaced'
  | 'expired'
  | 'checking'
  | 'odd'
  | 'notMade'
  | 'held'
  | 'left';

export interface BatchCounts extends Record<BatchFigure, Figure> {
  /** Rows whose link the service has. */
  made: Figure;
  /** Customers who can still pay and have not. */
  missing: Figure;
  /** Nobody paid these, whether or not they can still be paid. */
  unpaid: Figure;
}

/** Which figure of a batch a link counts in. */
const OF_LINK: Record<SaleFigure, BatchFigure> = {
  toGo: 'toGo',
  checking: 'checking',
  notMade: 'notMade',
  stillToCome: 'waiting',
  replaced: 'replaced',
  toCheck: 'odd',
  anotherAmount: 'odd',
  partly: 'odd',
  refunded: 'odd',
  disputed: 'odd',
  paid: 'paid',
  expired: 'expired',
};

const figureOf = (
  { row, link }: Pick<BatchTally, 'row' | 'link'>,
  batch: Pick<Batch, 'state'>,
): BatchFigure => {
  const state = link && displayStateOf(link);
  // Its link is tried again, by the batch or after an answer.
  const isTriedAgain = row === 'held' || (row === 'waiting' && !isBatchOver(batch.state));
  if (link !== null && state !== null && !(state === 'not-made' && isTriedAgain)) {
    // The bank declined a payment; the customer can try again.
    return state === 'waiting' && link.payment?.finding === 'declined'
      ? 'declined'
      : OF_LINK[rowOf(state).figure];
  }
  switch (row) {
    case 'new':
    case 'left':
      return 'left';
    case 'waiting':
    case 'made':
      return 'toGo';
    case 'held':
      return 'held';
    case 'refused':
      return 'notMade';
  }
};

const IS_MADE: readonly BatchFigure[] = ['paid', 'waiting', 'declined', 'replaced', 'expired', 'odd'];
const IS_MISSING: readonly BatchFigure[] = ['waiting', 'declined'];
const IS_UNPAID: readonly BatchFigure[] = [...IS_MISSING, 'expired'];

export const countBatch = (batch: Pick<Batch, 'state'>, tallies: readonly BatchTally[]): BatchCounts => {
  const none = (): Figure => ({ rows: 0, sumFils: 0 });
  const counts: BatchCounts = {
    toGo: none(),
    paid: none(),
    waiting: none(),
    declined: none(),
    replaced: none(),
    expired: none(),
    checking: none(),
    odd: none(),
    notMade: none(),
    held: none(),
    left: none(),
    made: none(),
    missing: none(),
    unpaid: none(),
  };
  for (const tally of tallies) {
    const figure = figureOf(tally, batch);
    for (const count of [
      counts[figure],
      ...(IS_MADE.includes(figure) ? [counts.made] : []),
      ...(IS_MISSING.includes(figure) ? [counts.missing] : []),
      ...(IS_UNPAID.includes(figure) ? [counts.unpaid] : []),
    ]) {
      count.rows += tally.rows;
      count.sumFils += tally.sumFils;
    }
  }
  return counts;
};
