import type { buildBatchCard } from '../../batches/batch-card-view.ts';
import type { Batch, BatchRow } from '../../store/batch.ts';
import type { Cast } from './entry.ts';
import { HOUR_MS, makeUpLink, NOW } from './made-up.ts';

const ROWS = 300;
export const BATCH_LIMIT_FILS = 500_000;

export const makeUpBatch = ({ teamId, channelId, personId }: Cast, changes: Partial<Batch>): Batch => ({
  id: 'bat_rehearsal',
  teamId,
  channelId,
  creatorId: personId,
  creatorName: 'rehearsal',
  fileName: 'parents <June>.xlsx',
  headings: ['Amount', 'Name'],
  state: 'done',
  rows: ROWS,
  sumFils: ROWS * 125_050,
  limitFils: BATCH_LIMIT_FILS,
  trouble: null,
  runs: 1,
  decidedBy: null,
  card: null,
  erasedAt: null,
  listId: null,
  createdAt: NOW,
  ...changes,
});

/** Every eighth has a fault, and some are alike. */
export const makeUpRows = (cast: Cast): BatchRow[] =>
  Array.from({ length: ROWS }, (_, at): BatchRow => {
    const isFaulty = at % 8 === 7;
    return {
      batchId: 'bat_rehearsal',
      number: at + 2,
      state: 'new',
      nonce: `rehearsal:${at}`,
      tries: 0,
      cells: ['1250.50', 'Sara <Khan>'],
      request: isFaulty
        ? null
        : {
            ...makeUpLink(cast).details,
            invoiceAmount: 1250.5,
            isTermsAndConditionsAccepted: true,
            currency: 'AED',
          },
      amountFils: isFaulty ? null : 125_050,
      expiresAt: isFaulty ? null : NOW + HOUR_MS,
      faults: isFaulty
        ? [{ column: 'B', words: '“Sara <Khan>” has letters that the payment service does not take.' }]
        : [],
      twinOf: at % 16 === 3 ? at : null,
      alike: [],
    };
  });

/** Some of everything. */
export const BATCH_COUNTS: Parameters<typeof buildBatchCard>[1] = {
  toGo: { rows: 120, sumFils: 120 * 125_050 },
  made: { rows: 170, sumFils: 170 * 125_050 },
  paid: { rows: 90, sumFils: 90 * 125_050 },
  waiting: { rows: 60, sumFils: 60 * 125_050 },
  declined: { rows: 5, sumFils: 5 * 125_050 },
  expired: { rows: 10, sumFils: 10 * 125_050 },
  odd: { rows: 5, sumFils: 5 * 125_050 },
  checking: { rows: 4, sumFils: 4 * 125_050 },
  notMade: { rows: 6, sumFils: 6 * 125_050 },
  left: { rows: 20, sumFils: 20 * 125_050 },
  missing: { rows: 65, sumFils: 65 * 125_050 },
};
