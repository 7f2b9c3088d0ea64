import { describeCustomer } from '../blocks/customer.ts';
import { type DisplayState, displayStateOf } from '../links/card/display-state.ts';
import type { BatchRowStanding } from '../store/batch.ts';
import type { Link } from '../store/link.ts';

export interface Figure {
  rows: number;
  sumFils: number;
}

/** What became of a row, as the card counts it. */
export const BATCH_FIGURES = [
  'toGo',
  'paid',
  'waiting',
  'declined',
  'expired',
  'checking',
  'odd',
  'notMade',
  'left',
] as const;

export type BatchFigure = (typeof BATCH_FIGURES)[number];

export interface BatchCounts extends Record<BatchFigure, Figure> {
  /** Rows whose link the service has. */
  made: Figure;
  /** Of customers who can still pay and have not, in the order of the file: `Sara (···567)`. Not escaped. */
  missing: { name: string; amountFils: number; linkId: string }[];
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

export const figureOf = ({ row, link }: BatchRowStanding): BatchFigure => {
  if (link !== null) return isDeclined(link) ? 'declined' : OF_STATE[displayStateOf(link)];
  switch (row.state) {
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

/** The bank declined a try to pay; the customer can try again. */
const isDeclined = (link: Link): boolean =>
  displayStateOf(link) === 'waiting' && link.payment?.finding === 'declined';

export const countBatch = (standing: readonly BatchRowStanding[]): BatchCounts => {
  const counts = Object.fromEntries(
    [...BATCH_FIGURES, 'made'].map((figure) => [figure, { rows: 0, sumFils: 0 }]),
  ) as Record<BatchFigure | 'made', Figure>;
  const missing: BatchCounts['missing'] = [];
  for (const one of standing) {
    const figure = figureOf(one);
    const amountFils = one.link?.amountFils ?? one.row.amountFils ?? 0;
    for (const name of IS_MADE[figure] ? ([figure, 'made'] as const) : ([figure] as const)) {
      counts[name].rows += 1;
      counts[name].sumFils += amountFils;
    }
    if (one.link !== null && (figure === 'waiting' || figure === 'declined'))
      missing.push({ name: describeCustomer(one.link.details), amountFils, linkId: one.link.id });
  }
  return { ...counts, missing };
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
