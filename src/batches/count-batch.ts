import { type DisplayState, displayStateOf } from '../links/card/display-state.ts';
import type { BatchTally } from '../store/batch-figures.ts';

export interface Figure {
  rows: number;
  sumFils: number;
}

/** What became of a row, as the card counts it. */
export type BatchFigure =
  | 'toGo'
  | 'paid'
  | 'waiting'
  | 'declined'
  | 'expired'
  | 'checking'
  | 'odd'
  | 'notMade'
  | 'left';

export interface BatchCounts extends Record<BatchFigure, Figure> {
  /** Rows whose link the service has. */
  made: Figure;
  /** Customers who can still pay, and have not. */
  missing: Figure;
}

const OF_STATE: Record<DisplayState, BatchFigure> = {
  // Being asked for now.
  reserved: 'toGo',
  unknown: 'checking',
  'not-made': 'notMade',
  waiting: 'waiting',
  unconfirmed: 'odd',
  partly: 'odd',
  mismatch: 'odd',
  paid: 'paid',
  refunded: 'odd',
  expired: 'expired',
  cancelled: 'expired',
  failed: 'declined',
};

const figureOf = ({ row, link }: Pick<BatchTally, 'row' | 'link'>): BatchFigure => {
  if (link !== null) {
    const state = displayStateOf(link);
    // The bank declined a try to pay; the customer can try again.
    return state === 'waiting' && link.payment?.finding === 'declined' ? 'declined' : OF_STATE[state];
  }
  switch (row) {
    case 'new':
    case 'left':
      return 'left';
    case 'waiting':
    case 'made':
      return 'toGo';
    case 'refused':
      return 'notMade';
  }
};

const none = (): Figure => ({ rows: 0, sumFils: 0 });

export const countBatch = (tallies: readonly BatchTally[]): BatchCounts => {
  const counts: BatchCounts = {
    toGo: none(),
    paid: none(),
    waiting: none(),
    declined: none(),
    expired: none(),
    checking: none(),
    odd: none(),
    notMade: none(),
    left: none(),
    made: none(),
    missing: none(),
  };
  for (const tally of tallies) {
    const figure = figureOf(tally);
    const isMissing = figure === 'waiting' || figure === 'declined';
    for (const count of [
      counts[figure],
      ...(IS_MADE[figure] ? [counts.made] : []),
      ...(isMissing ? [counts.missing] : []),
    ]) {
      count.rows += tally.rows;
      count.sumFils += tally.sumFils;
    }
  }
  return counts;
};

const IS_MADE: Record<BatchFigure, boolean> = {
  toGo: false,
  paid: true,
  waiting: true,
  declined: true,
  expired: true,
  checking: false,
  odd: true,
  notMade: false,
  left: false,
};
