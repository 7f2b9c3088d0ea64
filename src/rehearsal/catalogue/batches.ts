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
import { countBatch } from '../../batches/count-batch.ts';
import type { Batch, BatchRow, BatchRowStanding } from '../../store/batch.ts';
import { BATCH_STATES } from '../../store/batch-rows.ts';
import type { Cast, Entry } from './entry.ts';
import { HOUR_MS, makeUpLink, makeUpPayment, NOW, ZONE } from './made-up.ts';
import { sentences } from './sentences.ts';

const ROWS = 300;
const LIMIT_FILS = 500_000;

export const listBatches = (cast: Cast): Entry[] => {
  const standing = makeUpStanding(cast);
  const rows = standing.map(({ row }) => row);
  const counts = countBatch(standing);
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

/** Every way in which a row can stand, again and again. */
const makeUpStanding = (cast: Cast): BatchRowStanding[] =>
  Array.from({ length: ROWS }, (_, at): BatchRowStanding => {
    const made = (changes: Parameters<typeof makeUpLink>[1] = {}) =>
      makeUpLink(cast, { id: `lnk_${at}`, ...changes });
    const links = [
      made(),
      made({ state: 'paid', payment: makeUpPayment() }),
      made({ payment: makeUpPayment({ finding: 'declined' }) }),
      made({ state: 'expired' }),
      made({ state: 'unknown', address: null }),
      made({ state: 'reported', payment: makeUpPayment({ finding: 'partly' }) }),
    ];
    const isFaulty = at % 8 === 7;
    const row: BatchRow = {
      batchId: 'bat_rehearsal',
      number: at + 2,
      state: isFaulty ? 'refused' : 'made',
      nonce: `rehearsal:${at}`,
      tries: 0,
      cells: ['1250.50', 'Sara <Khan>'],
      request: isFaulty
        ? null
        : { ...made().details, invoiceAmount: 1250.5, isTermsAndConditionsAccepted: true, currency: 'AED' },
      amountFils: isFaulty ? null : 125_050,
      expiresAt: isFaulty ? null : NOW + HOUR_MS,
      faults: isFaulty
        ? [{ column: 'B', words: '“Sara <Khan>” has letters that the payment service does not take.' }]
        : [],
      twinOf: at % 16 === 3 ? at : null,
      alike: [],
    };
    return { row, link: isFaulty || at % 8 === 6 ? null : (links[at % links.length] ?? null) };
  });
