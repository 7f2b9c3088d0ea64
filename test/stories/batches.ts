import { buildNobodyToAsk } from '../../src/approvals/waiting-view.ts';
import { buildAskedRows } from '../../src/batches/asked-rows-view.ts';
import { buildBatchButtons, buildDecisions, buildWithdraw } from '../../src/batches/batch-buttons-view.ts';
import { buildBatchCard, buildFirstBatchCard, MOST_NAMED } from '../../src/batches/batch-card-view.ts';
import {
  BATCH_SHEETS,
  buildBatchFileDone,
  buildBatchFileGone,
  buildLinksFileUnsent,
  countForFile,
} from '../../src/batches/batch-file-view.ts';
import { buildBatchForm, buildBatchReading } from '../../src/batches/batch-form-view.ts';
import {
  buildBatchAsk,
  buildBatchDigest,
  buildBatchEnding,
  buildBatchNews,
  buildFirstBatchAsk,
} from '../../src/batches/batch-messages-view.ts';
import {
  buildBatchPreview,
  buildBatchPreviewMessage,
  buildBatchStarted,
} from '../../src/batches/batch-preview-view.ts';
import { buildBatchReminder } from '../../src/batches/batch-reminder-view.ts';
import { describeBatchRequest } from '../../src/batches/batch-request.ts';
import { buildFileQuestion } from '../../src/batches/file-question-view.ts';
import { buildHeldAnswered, buildHeldQuestion, buildNothingHeld } from '../../src/batches/held-rows-view.ts';
import { BATCH_STATES } from '../../src/store/batch.ts';
import { asSale } from './as-sale.ts';
import { BATCH_COUNTS, BATCH_LIMIT_FILS, makeUpBatch, makeUpLink, makeUpRows, NOW, ZONE } from './made-up.ts';
import { type Cast, message, modal, type Story, sentence } from './story.ts';

const CHOSEN = {
  ...{ invoiceAmount: 1, FullName: 0, LastName: null, Phone: 2, Email: 3 },
  ...{ notes: null, expiryOn: null, Invoice_Id: null },
};
/** The most that a file may have. */
const MANY_COLUMNS = Array.from({ length: 100 }, (_, place) => ({
  place,
  heading: place % 7 === 0 ? '' : `<Column> _${place % 50}_ ${'x'.repeat(place)}`,
  cells: place % 5 === 0 ? [] : [`<${place}> ${'9'.repeat(place)}`],
}));

export const listBatches = (cast: Cast): Story[] => {
  const rows = makeUpRows(cast);
  const batch = makeUpBatch(cast, {});
  const preview = { batch, rows, limitFils: BATCH_LIMIT_FILS, again: null, timeZone: ZONE };
  const reading = {
    sheet: '_June_ <1>',
    used: { invoiceAmount: 'Grand <Total>', FullName: '_June_ :tada:' },
    unused: [
      { heading: 'Class <7B>', sample: null },
      { heading: 'Rent _June_', sample: '1,000 <AED>' },
    ],
    recalled: { by: cast.personId, at: NOW, columns: CHOSEN },
  };
  const asked = {
    ...{
      fileId: 'F1',
      fileName: 'parents <1> _June_ :tada:.xlsx',
      channelId: cast.channelId,
      notes: 'June fees',
    },
    ...{ expiryOn: Math.floor(NOW / 1000), sourceId: null, sheet: null },
  };
  const form = {
    values: { channelId: cast.channelId, notes: 'June fees', expiryOn: Math.floor(NOW / 1000) },
    mostRows: 1_000,
  };
  const content = { link: asSale(makeUpLink(cast)), businessName: 'Blue <Bay>', timeZone: ZONE };
  return [
    modal('batch, rows to approve', buildAskedRows, makeUpBatch(cast, { state: 'asked' }), rows),
    modal('batch, form', buildBatchForm, form),
    modal('batch, form after a file that is none', buildBatchForm, {
      ...form,
      remark: 'Cell B2 holds a formula.',
    }),
    modal('batch, reading', buildBatchReading, 'parents <1> _June_ :tada:.xlsx'),
    modal('batch, which columns', buildFileQuestion, asked, {
      sheet: 1,
      sheets: [
        { index: 0, name: '_June_ <1>' },
        { index: 1, name: '' },
      ],
      first: { cells: ['Tenant', '<Rent>', '_x_'], isHeading: true, isInDoubt: false },
      columns: MANY_COLUMNS,
      filledIn: CHOSEN,
      filled: new Set(['notes' as const]),
      marks: [
        { id: 'hidden', about: 'hidden', label: 'hidden', rows: 3, isLeftOut: true },
        { id: 'G:Paid', about: 'G', label: '_Status_: <Paid>', rows: 1, isLeftOut: false },
      ],
      days: { typed: '01/02/2027', dayFirst: '2027-02-01', monthFirst: '2027-01-02', isMonthFirst: null },
      about: ['hidden', 'G', 'days 5'],
      past: 0,
      count: '_Nights_',
      hidden: ['<Cost>'],
    }),
    modal('batch, is the first row a customer', buildFileQuestion, asked, {
      ...{ sheet: 0, sheets: [], columns: MANY_COLUMNS, filledIn: {}, filled: new Set<never>() },
      first: { cells: ['250', 'Sara <Khan>', '0501234567'], isHeading: true, isInDoubt: true },
      marks: Array.from({ length: 21 }, (_, at) => ({
        ...{ id: `H:${at}`, about: 'H', rows: 1, isLeftOut: at === 0 },
        label: `Column H: word ${at}`,
      })),
      ...{ count: null, hidden: [], days: null, past: 2, about: ['H'] },
    }),
    modal('batch, preview', buildBatchPreview, { ...preview, reading, file: asked }),
    message('batch, preview by message', 'channel', buildBatchPreviewMessage, preview),
    ...BATCH_STATES.map((state) =>
      modal(`batch, after the press: ${state}`, buildBatchStarted, makeUpBatch(cast, { state })),
    ),
    message('batch, first post', 'channel', buildFirstBatchCard, makeUpBatch(cast, { state: 'asked' }), [
      cast.personId,
    ]),
    ...BATCH_STATES.map((state) =>
      message(
        `batch, ${state}`,
        'channel',
        [buildBatchCard, buildBatchButtons, buildDecisions, buildWithdraw],
        makeUpBatch(cast, { state, trouble: state === 'paused' ? 'The service is <busy>.' : null }),
        BATCH_COUNTS,
        {
          missing: Array.from({ length: MOST_NAMED }, () => 'Sara <Khan> (···123)'),
          rowsPerSecond: 5,
          placed:
            state === 'running'
              ? { userId: 'U0REHEARSAL', refusedAs: 'is_archived' }
              : { userId: null, refusedAs: null },
        },
      ),
    ),
    message(
      'batch, asked of one person, first',
      'channel',
      buildFirstBatchAsk,
      makeUpBatch(cast, { state: 'asked' }),
      'no-answer',
    ),
    ...(['asked', 'running', 'declined', 'withdrawn'] as const).map((state) =>
      message(
        `batch, asked of one person: ${state}`,
        'channel',
        buildBatchAsk,
        makeUpBatch(cast, { state, decidedBy: cast.personId }),
        'approver',
      ),
    ),
    message(
      'batch, nobody to ask',
      'channel',
      buildNobodyToAsk,
      describeBatchRequest(makeUpBatch(cast, { state: 'asked' }), NOW),
    ),
    ...(['running', 'declined'] as const).map((state) =>
      message(
        `batch, decided: ${state}`,
        'channel',
        buildBatchNews,
        makeUpBatch(cast, { state, decidedBy: cast.personId }),
      ),
    ),
    message('batch, rows that wait', 'channel', buildHeldQuestion, {
      batch,
      held: makeUpRows(cast)
        .slice(0, 12)
        .map((row) => ({ row, news: [asSale(makeUpLink(cast))], shown: [] })),
      question: 'rehearsal',
      now: NOW,
      timeZone: ZONE,
    }),
    sentence('batch, no row waits', buildNothingHeld),
    sentence('batch, rows that wait: created', buildHeldAnswered, 3, true),
    sentence('batch, rows that wait: left out', buildHeldAnswered, 1, false),
    message(
      'batch, expires soon',
      'channel',
      buildBatchEnding,
      batch,
      Array(12).fill(makeUpLink(cast)),
      ZONE,
    ),
    message('batch, digest', 'channel', buildBatchDigest, batch, BATCH_COUNTS, {
      rows: 12,
      sumFils: 1_200_000,
    }),
    modal('batch, reminder', buildBatchReminder, { batch, place: 1, count: 12, content }),
    modal('batch, nobody to remind', buildBatchReminder, { batch, place: 0, count: 0, content: null }),
    ...BATCH_SHEETS.map((sheet) =>
      message(`batch, above the file: ${sheet}`, 'export', buildBatchFileDone, sheet, {
        ...{ fileName: batch.fileName, counted: countForFile(BATCH_COUNTS) },
        toRepeat: sheet === 'links' ? batch : null,
      }),
    ),
    message('batch, its file is gone', 'export', buildBatchFileGone),
    message('batch, its file not sent', 'channel', buildLinksFileUnsent, batch),
  ];
};
