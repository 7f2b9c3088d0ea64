import { buildBatchButtons, buildDecisions, buildWithdraw } from '../../batches/batch-buttons-view.ts';
import { buildBatchCard, buildFirstBatchCard, MOST_NAMED } from '../../batches/batch-card-view.ts';
import { buildBatchForm, buildBatchReading } from '../../batches/batch-form-view.ts';
import {
  buildBatchAsk,
  buildBatchDigest,
  buildBatchNews,
  buildBatchNobodyToAsk,
  buildBatchNotAsked,
  buildFileWords,
  buildFirstBatchAsk,
} from '../../batches/batch-messages-view.ts';
import {
  buildBatchGone,
  buildBatchPreview,
  buildBatchPreviewMessage,
  buildBatchStarted,
} from '../../batches/batch-preview-view.ts';
import { buildBatchReminder } from '../../batches/batch-reminder-view.ts';
import { BATCH_STATES } from '../../store/batch.ts';
import { type Cast, type Entry, sentences } from './entry.ts';
import { BATCH_COUNTS, BATCH_LIMIT_FILS, makeUpBatch, makeUpLink, makeUpRows, NOW, ZONE } from './made-up.ts';

export const listBatches = (cast: Cast): Entry[] => {
  const rows = makeUpRows(cast);
  const batch = makeUpBatch(cast, {});
  const preview = { batch, rows, limitFils: BATCH_LIMIT_FILS, list: null };
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
        by: [buildBatchCard, buildBatchButtons, buildDecisions, buildWithdraw],
        kind: 'message',
        place: 'channel',
        message: buildBatchCard(
          makeUpBatch(cast, { state, trouble: state === 'paused' ? 'The service is <busy>.' : null }),
          BATCH_COUNTS,
          {
            missing: Array.from({ length: MOST_NAMED }, () => 'Sara <Khan> (···123)'),
            rowsPerSecond: 5,
            paidOut: ['7118', '<7117>', '7116', '7115', '7114'].map((payoutId) => ({ payoutId, rows: 4 })),
            repeat: null,
            timeZone: ZONE,
          },
        ),
      }),
    ),
    {
      name: 'batch, asked of one person, first',
      by: [buildFirstBatchAsk],
      kind: 'message',
      place: 'channel',
      message: buildFirstBatchAsk(makeUpBatch(cast, { state: 'asked' }), 'no-answer'),
    },
    ...(['asked', 'running', 'declined', 'withdrawn'] as const).map(
      (state): Entry => ({
        name: `batch, asked of one person: ${state}`,
        by: [buildBatchAsk],
        kind: 'message',
        place: 'channel',
        message: buildBatchAsk(makeUpBatch(cast, { state, decidedBy: cast.personId }), 'approver'),
      }),
    ),
    {
      name: 'batch, nobody to ask',
      by: [buildBatchNobodyToAsk],
      kind: 'message',
      place: 'channel',
      message: buildBatchNobodyToAsk(makeUpBatch(cast, { state: 'asked' })),
    },
    {
      name: 'batch, a person not reached',
      by: [buildBatchNotAsked],
      kind: 'message',
      place: 'channel',
      message: buildBatchNotAsked(makeUpBatch(cast, { state: 'asked' }), 'user_disabled', cast.personId),
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
      message: buildBatchDigest(batch, BATCH_COUNTS, { rows: 12, sumFils: 1_200_000 }),
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
      ['batch, above the file', buildFileWords, buildFileWords(batch, BATCH_COUNTS)],
    ]),
  ];
};
