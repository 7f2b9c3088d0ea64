import {
  buildBatchAsk,
  buildBatchCard,
  buildBatchDigest,
  buildBatchNews,
  buildFileWords,
  buildFirstBatchCard,
} from '../../batches/batch-card-view.ts';
import { buildBatchForm, buildBatchReading } from '../../batches/batch-form-view.ts';
import {
  buildBatchGone,
  buildBatchPreview,
  buildBatchPreviewMessage,
  buildBatchStarted,
} from '../../batches/batch-preview-view.ts';
import { buildBatchReminder } from '../../batches/batch-reminder-view.ts';
import type { Batch, BatchRow } from '../../store/batch.ts';
import { BATCH_STATES } from '../../store/batch-rows.ts';
import type { Cast, Entry } from './entry.ts';
import { HOUR_MS, makeUpLink, NOW, ZONE } from './made-up.ts';
import { sentences } from './sentences.ts';

const ROWS = 300;
const LIMIT_FILS = 500_000;

export const listBatches = (cast: Cast): Entry[] => {
  const rows = makeUpRows(cast);
  const batch = makeUpBatch(cast, {});
  const preview = { batch, rows, limitFils: LIMIT_FILS };
  const values = { channelId: cast.channelId, notes: 'June fees', expiryOn: Math.floor(NOW / 1000) };
  const content = { link: makeUpLink(cast), businessName: 'Blue <Bay>', timeZone: ZONE };
  return [
    {
      name: 'batch, form',
      by: [buildBatchForm],
      kind: 'modal',
      view: buildBatchForm({ values, mostRows: 1_000 }),
    },
    {
      name: 'batch, form after a file that is none',
      by: [buildBatchForm],
      kind: 'modal',
      view: buildBatchForm({ values, mostRows: 1_000, remark: 'Cell B2 holds a formula.' }),
    },
    {
      name: 'batch, reading',
      by: [buildBatchReading],
      kind: 'modal',
      view: buildBatchReading('parents <1>.xlsx'),
    },
    { name: 'batch, preview', by: [buildBatchPreview], kind: 'modal', view: buildBatchPreview(preview) },
    {
      name: 'batch, preview by message',
      by: [buildBatchPreviewMessage],
      kind: 'message',
      place: 'channel',
      message: buildBatchPreviewMessage(preview),
    },
    ...BATCH_STATES.map(
      (state): Entry => ({
        name: `batch, after the press: ${state}`,
        by: [buildBatchStarted],
        kind: 'modal',
        view: buildBatchStarted(makeUpBatch(cast, { state })),
      }),
    ),
    {
      name: 'batch, first post',
      by: [buildFirstBatchCard],
      kind: 'message',
      place: 'channel',
      message: buildFirstBatchCard(makeUpBatch(cast, { state: 'asked' }), [cast.personId]),
    },
    ...BATCH_STATES.map(
      (state): Entry => ({
        name: `batch, ${state}`,
        by: [buildBatchCard],
        kind: 'message',
        place: 'channel',
        message: buildBatchCard(
          makeUpBatch(cast, { state, trouble: state === 'paused' ? 'The service is <busy>.' : null }),
          counts,
          5,
        ),
      }),
    ),
    {
      name: 'batch, asked of one person',
      by: [buildBatchAsk],
      kind: 'message',
      place: 'channel',
      message: buildBatchAsk(makeUpBatch(cast, { state: 'asked' })),
    },
    ...(['running', 'declined'] as const).map(
      (state): Entry => ({
        name: `batch, decided: ${state}`,
        by: [buildBatchNews],
        kind: 'message',
        place: 'channel',
        message: buildBatchNews(makeUpBatch(cast, { state, decidedBy: cast.personId })),
      }),
    ),
    {
      name: 'batch, digest',
      by: [buildBatchDigest],
      kind: 'message',
      place: 'channel',
      message: buildBatchDigest(batch, counts, { rows: 12, sumFils: 1_200_000 }),
    },
    {
      name: 'batch, reminder',
      by: [buildBatchReminder],
      kind: 'modal',
      view: buildBatchReminder({ batch, place: 1, count: 12, content }),
    },
    {
      name: 'batch, nobody to remind',
      by: [buildBatchReminder],
      kind: 'modal',
      view: buildBatchReminder({ batch, place: 0, count: 0, content: null }),
    },
    ...sentences([
      ['batch, no such preview', buildBatchGone, buildBatchGone()],
      ['batch, above the file', buildFileWords, buildFileWords(batch, counts)],
    ]),
  ];
};

const makeUpBatch = ({ teamId, channelId, personId }: Cast, changes: Partial<Batch>): Batch => ({
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
  limitFils: LIMIT_FILS,
  trouble: null,
  runs: 1,
  decidedBy: null,
  card: null,
  erasedAt: null,
  createdAt: NOW,
  ...changes,
});

/** Every eighth has a fault, and some are alike. */
const makeUpRows = (cast: Cast): BatchRow[] =>
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
const counts: Parameters<typeof buildBatchCard>[1] = {
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
  missing: Array.from({ length: 65 }, (_, at) => ({
    name: 'Sara <Khan> (···123)',
    amountFils: 125_050,
    linkId: `lnk_${at}`,
  })),
};
