import {
  buildBatchAsk,
  buildBatchNobodyToAsk,
  buildBatchUnasked,
  buildFirstBatchAsk,
} from '../../batches/batch-ask-view.ts';
import {
  buildBatchCard,
  buildBatchDigest,
  buildBatchNews,
  buildDecisions,
  buildFileWords,
  buildFirstBatchCard,
  buildRepeat,
  buildWithdraw,
  MOST_NAMED,
} from '../../batches/batch-card-view.ts';
import { buildBatchForm, buildBatchReading } from '../../batches/batch-form-view.ts';
import {
  buildBatchGone,
  buildBatchPreview,
  buildBatchPreviewMessage,
  buildBatchStarted,
} from '../../batches/batch-preview-view.ts';
import { buildBatchReminder } from '../../batches/batch-reminder-view.ts';
import { buildKeptLists } from '../../batches/lists/kept-lists-view.ts';
import {
  buildListDay,
  buildListGone,
  buildListKept,
  buildListNotKept,
  buildListSaving,
  buildListStopped,
  buildStop,
} from '../../batches/lists/list-day-view.ts';
import { buildListNews, buildListUnreached } from '../../batches/lists/list-news-view.ts';
import { buildListWords } from '../../batches/lists/words-view.ts';
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
  const preview = { batch, rows, limitFils: LIMIT_FILS, list: null };
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
        by: [buildBatchCard, buildDecisions, buildWithdraw],
        kind: 'message',
        place: 'channel',
        message: buildBatchCard(
          makeUpBatch(cast, { state, trouble: state === 'paused' ? 'The service is <busy>.' : null }),
          counts,
          {
            missing: Array.from({ length: MOST_NAMED }, () => 'Sara <Khan> (···123)'),
            rowsPerSecond: 5,
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
      by: [buildBatchUnasked],
      kind: 'message',
      place: 'channel',
      message: buildBatchUnasked(makeUpBatch(cast, { state: 'asked' }), 'user_disabled', cast.personId),
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
    ...listRepeats(cast, batch, rows),
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

const listRepeats = (cast: Cast, batch: Batch, rows: readonly BatchRow[]): Entry[] => {
  const kept = { id: 'lst_rehearsal', keeperId: cast.personId, dueAt: NOW + HOUR_MS };
  const values = { day: 31, atMinute: 540 };
  const list = {
    sourceId: batch.id,
    madeOn: '2026-11-01',
    made: { rows: 170, sumFils: 170 * 125_050 },
    unpaid: { rows: 65, sumFils: 65 * 125_050 },
    unpaidNames: Array.from({ length: 10 }, () => 'Sara <Khan> (···123)'),
    ofMonth: ['November <fees>', 'Bus 11/2026', 'Books Nov', 'Nov'],
    erased: 2,
    numbered: 300,
  };
  const again = { batch, rows, limitFils: LIMIT_FILS, list };
  const form = {
    values: { channelId: cast.channelId, notes: null, expiryOn: Math.floor(NOW / 1000) },
    mostRows: 1_000,
  };
  const listed = Array.from({ length: 12 }, (_, at) => ({
    ...kept,
    id: `lst_${at}`,
    source: batch,
    previewId: at % 2 === 0 ? 'bat_preview' : null,
  }));
  const words = { batchId: batch.id, message: null, words: list.ofMonth };
  return [
    {
      name: 'batch, a day to come again',
      by: [buildListDay],
      kind: 'modal',
      view: buildListDay({ batch, kept: null, values, timeZone: ZONE }),
    },
    {
      name: 'batch, another day to come again',
      by: [buildListDay, buildStop],
      kind: 'modal',
      view: buildListDay({ batch, kept, values, timeZone: ZONE }),
    },
    { name: 'batch, kept', by: [buildListKept], kind: 'modal', view: buildListKept(batch, kept, ZONE) },
    { name: 'batch, being kept', by: [buildListSaving], kind: 'modal', view: buildListSaving() },
    {
      name: 'batch, card of one that comes again',
      by: [buildBatchCard, buildRepeat],
      kind: 'message',
      place: 'channel',
      message: buildBatchCard(batch, counts, { missing: [], rowsPerSecond: 5, repeat: kept, timeZone: ZONE }),
    },
    {
      name: 'batch, form with lists that come again',
      by: [buildBatchForm, buildKeptLists],
      kind: 'modal',
      view: buildBatchForm({ ...form, kept: listed, timeZone: ZONE }),
    },
    {
      name: 'batch, what came by itself',
      by: [buildBatchPreviewMessage],
      kind: 'message',
      place: 'channel',
      message: buildBatchPreviewMessage(again),
    },
    {
      name: 'batch, words of what came by itself',
      by: [buildListWords],
      kind: 'modal',
      view: buildListWords({ asked: words, suggested: list.ofMonth, rows: [200, 80, 19, 1], hasMore: true }),
    },
    ...(['erased', 'failed'] as const).map(
      (why): Entry => ({
        name: `batch, does not come: ${why}`,
        by: [buildListNews],
        kind: 'message',
        place: 'channel',
        message: buildListNews(batch, why),
      }),
    ),
    {
      name: 'batch, nobody to confirm it',
      by: [buildListUnreached],
      kind: 'message',
      place: 'channel',
      message: buildListUnreached(batch),
    },
    ...sentences([
      ['batch, comes no more', buildListStopped, buildListStopped(batch)],
      ['batch, stopped already', buildListGone, buildListGone()],
      ['batch, cannot come again', buildListNotKept, buildListNotKept()],
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
  listId: null,
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
  missing: { rows: 65, sumFils: 65 * 125_050 },
};
