import { buildBatchPreview } from '../../src/batches/batch-preview-view.ts';
import {
  buildNotRepeatable,
  buildRepeatDay,
  buildRepeatNoted,
  buildRepeatReminder,
  describeReminder,
  explainRepeatTooLate,
} from '../../src/batches/batch-repeat-view.ts';
import { BATCH_LIMIT_FILS, HOUR_MS, makeUpBatch, makeUpRows, NOW, ZONE } from './made-up.ts';
import { type Cast, message, modal, type Story, sentence } from './story.ts';

export const listBatchRepeats = (cast: Cast): Story[] => {
  const rows = makeUpRows(cast);
  const batch = makeUpBatch(cast, {});
  const remindedAt = NOW + 24 * HOUR_MS;
  const day = { value: '2026-12-01', timeZone: ZONE };
  return [
    modal('batch, made again', buildBatchPreview, {
      ...{ batch, rows, limitFils: BATCH_LIMIT_FILS, timeZone: ZONE },
      again: {
        madeOn: '2026-11-01',
        owedFils: 65 * 125_050,
        owed: Array.from({ length: 65 }, (_, at) => ({
          ...{ numbers: at === 0 ? [2, 3, 4] : [at + 4], name: 'Sara <Khan> (···123)', fils: 125_050 },
        })),
        ofMonth: ['November <fees>', 'Bus 11/2026', 'Books Nov', 'Nov'],
        erased: 2,
        numbered: 300,
      },
    }),
    modal('batch, a day to be reminded', buildRepeatDay, batch, { ...day, remindedAt: null }),
    modal('batch, another day to be reminded', buildRepeatDay, batch, { ...day, remindedAt }),
    modal('batch, reminded', buildRepeatNoted, describeReminder(remindedAt, ZONE)),
    sentence('batch, reminded too late', explainRepeatTooLate, 30),
    message('batch, reminded of it', 'channel', buildRepeatReminder, batch),
    message('batch, reminded of one that was erased', 'channel', buildRepeatReminder, {
      ...batch,
      erasedAt: NOW,
    }),
    sentence('batch, cannot be made again', buildNotRepeatable),
  ];
};
