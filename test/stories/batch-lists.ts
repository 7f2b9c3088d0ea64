import { buildRepeat } from '../../src/batches/batch-buttons-view.ts';
import { buildBatchCard } from '../../src/batches/batch-card-view.ts';
import { buildBatchForm } from '../../src/batches/batch-form-view.ts';
import { buildBatchPreviewMessage } from '../../src/batches/batch-preview-view.ts';
import {
  buildListDay,
  buildListEnds,
  buildListNews,
  buildListNotScheduled,
  buildListSaving,
  buildListScheduled,
  buildListStopped,
  buildListUnreached,
  buildListWords,
  buildStop,
} from '../../src/batches/lists/list-view.ts';
import { BATCH_COUNTS, BATCH_LIMIT_FILS, HOUR_MS, makeUpBatch, makeUpRows, NOW, ZONE } from './made-up.ts';
import { type Cast, message, modal, type Story, sentence } from './story.ts';

export const listBatchLists = (cast: Cast): Story[] => {
  const rows = makeUpRows(cast);
  const batch = makeUpBatch(cast, {});
  const kept = { id: 'lst_rehearsal', keeperId: cast.personId, dueAt: NOW + HOUR_MS };
  const values = { day: 31, atMinute: 540 };
  const list = {
    sourceId: batch.id,
    madeOn: '2026-11-01',
    months: ['2026-11-01', '2026-10-01', '2026-09-01'].map((madeOn) => ({
      madeOn,
      made: { rows: 170, sumFils: 170 * 125_050 },
      unpaid: { rows: 65, sumFils: 65 * 125_050 },
      names: Array.from({ length: 10 }, () => 'Sara <Khan> (···123)'),
    })),
    ofMonth: ['November <fees>', 'Bus 11/2026', 'Books Nov', 'Nov'],
    erased: 2,
    numbered: 300,
  };
  const again = { batch, rows, limitFils: BATCH_LIMIT_FILS, list, timeZone: ZONE };
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
    modal('batch, a day to come again', buildListDay, { batch, kept: null, values, timeZone: ZONE }),
    modal('batch, another day to come again', [buildListDay, buildStop], {
      batch,
      kept,
      values,
      timeZone: ZONE,
    }),
    modal('batch, kept', buildListScheduled, batch, kept, ZONE),
    modal('batch, being kept', buildListSaving),
    message(
      'batch, card of one that comes again',
      'channel',
      [buildBatchCard, buildRepeat],
      batch,
      BATCH_COUNTS,
      {
        missing: [],
        rowsPerSecond: 5,
        paidOut: [{ payoutId: '7118', rows: 12 }],
        repeat: kept,
        timeZone: ZONE,
        placed: { channelId: cast.channelId, refusal: null },
      },
    ),
    modal('batch, form with lists that come again', buildBatchForm, {
      ...form,
      kept: listed,
      timeZone: ZONE,
    }),
    message('batch, what came by itself', 'channel', buildBatchPreviewMessage, again),
    modal('batch, words of what came by itself', buildListWords, {
      edited: words,
      rows: [200, 80, 19, 1],
      hasMore: true,
    }),
    ...(['erased', 'failed'] as const).map(
      (why): Story => message(`batch, does not come: ${why}`, 'channel', buildListNews, batch, why),
    ),
    message(
      'batch, its list is about to end',
      'channel',
      buildListEnds,
      batch,
      { erasedAt: NOW, nextAt: NOW + 24 * HOUR_MS, days: 30 },
      ZONE,
    ),
    message('batch, nobody to confirm it', 'channel', buildListUnreached, batch),
    sentence('batch, no longer repeated', buildListStopped, batch),
    sentence('batch, cannot come again', buildListNotScheduled),
  ];
};
