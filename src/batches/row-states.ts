import type { SaleState } from '../links/sale/display-state.ts';
import { DISPLAY_STATES, rowOf, type SaleFigure, SUMS } from '../links/sale/display-states.ts';
import { type Batch, isBatchOver } from '../store/batch.ts';
import type { BatchRowState } from '../store/schema.ts';

/** What a row of a batch counts in: as its sale does, and what only a batch has. */
export type BatchFigure = SaleFigure | 'held' | 'left';

interface FigureRow {
  /** One emoji and its words. */
  label: string;
  /** The service has a link of it. */
  isMade: boolean;
  /** It is not over: money may come, or somebody has to look. */
  isOpen: boolean;
}

/** In the words of the sale's table, with the emoji of the first state that counts in it. */
const ofSale = (figure: SaleFigure, isMade = true, isOpen = false): FigureRow => {
  const first = Object.values(DISPLAY_STATES).find((row) => row.figure === figure);
  return { label: `${first?.label.split(' ')[0]} ${SUMS[figure]}`, isMade, isOpen };
};

/** In the order of the card. */
export const BATCH_FIGURES: Record<BatchFigure, FigureRow> = {
  paid: ofSale('paid'),
  stillToCome: ofSale('stillToCome', true, true),
  partly: ofSale('partly', true, true),
  expired: ofSale('expired'),
  replaced: ofSale('replaced'),
  toCheck: ofSale('toCheck', true, true),
  anotherAmount: ofSale('anotherAmount', true, true),
  refunded: ofSale('refunded'),
  disputed: ofSale('disputed'),
  checking: ofSale('checking', false, true),
  held: { label: '✋ wait for an answer', isMade: false, isOpen: false },
  notMade: ofSale('notMade', false),
  // The first line of the card says these.
  toGo: ofSale('toGo', false),
  left: { label: '🚫 left out', isMade: false, isOpen: false },
};

type RowWords = { word: string; figure: BatchFigure };

/** In the words of the sale's table, without their emoji. */
const ofState = (state: SaleState): RowWords => {
  const { label, figure } = rowOf(state);
  return { word: label.replace(/^\S+ /, ''), figure };
};

/** What a row is as long as no sale says it. */
const ROWS: Record<BatchRowState, RowWords> = {
  new: { word: 'Left out', figure: 'left' },
  left: { word: 'Left out', figure: 'left' },
  waiting: { word: 'Still to be made', figure: 'toGo' },
  made: { word: 'Still to be made', figure: 'toGo' },
  held: { word: 'Waits for an answer', figure: 'held' },
  refused: ofState('not-made'),
};

/** How a row stands. `sale`: the state of its sale; null: it has none. */
export const readRow = (
  row: BatchRowState,
  sale: SaleState | null,
  { state }: Pick<Batch, 'state'>,
): RowWords => {
  // Its link is tried again, by the batch or after an answer.
  const isTriedAgain = row === 'held' || (row === 'waiting' && !isBatchOver(state));
  return sale === null || (sale === 'not-made' && isTriedAgain) ? ROWS[row] : ofState(sale);
};
