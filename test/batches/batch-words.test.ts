import { expect, test } from 'vitest';
import { buildBatchButton } from '../../src/batches/batch-buttons-view.ts';
import { buildBatchCard } from '../../src/batches/batch-card-view.ts';
import type { BatchTally } from '../../src/batches/batch-figures-store.ts';
import {
  buildBatchAsk,
  buildBatchDigest,
  buildBatchNews,
  buildEnding,
  type EndingLine,
} from '../../src/batches/batch-messages-view.ts';
import { buildBatchPreviewMessage } from '../../src/batches/batch-preview-view.ts';
import { countBatch } from '../../src/batches/count-batch.ts';
import { columnOf } from '../../src/batches/reading/headings.ts';
import type { SaleState } from '../../src/links/sale/display-state.ts';
import type { LinkRequest } from '../../src/payment-service/link-request.ts';
import { BATCH_STATES, type Batch, type BatchRow } from '../../src/store/batch.ts';
import { asSale, buildLink } from '../fixtures/links.ts';
import { seen } from '../fixtures/seen.ts';

const buildBatch = (changes: Partial<Batch> = {}): Batch => ({
  ...{ id: 'bat_1', teamId: 'T1', channelId: 'C1', creatorId: 'U1', creatorName: 'sara' },
  ...{ fileName: 'parents <1> _June_ :tada:.xlsx', headings: ['Amount', 'Name'], columns: null },
  ...{ state: 'done', rows: 300, sumFils: 37_515_000, limitFils: 500_000, trouble: null, runs: 1 },
  ...{ decidedBy: null, erasedAt: null, sourceId: null, account: null, accountAsked: null },
  ...{ createdAt: 0, updatedAt: 0, ...changes },
});

/** `2 partly 60`: so many rows of AED 100, how their sales stand, and what is missing of each. */
const tallyOf = (words: string): BatchTally => {
  const [rows, state, missing = '0'] = words.split(' ') as [string, SaleState, string?];
  const unpaidFils = Number(rows) * Number(missing) * 100;
  return {
    ...{ row: 'made', rows: Number(rows), sumFils: Number(rows) * 10_000 },
    sale: { state, unpaidFils, canPay: state === 'waiting', payouts: [] },
  };
};

const countsOf = (rows: readonly string[]) => countBatch({ state: 'done' }, rows.map(tallyOf));

test.each([
  [['3 paid'], 'No unpaid links are left.'],
  [['3 expired 100'], '3 still unpaid: AED 300.00, all of them expired or cancelled.'],
  [
    ['1 waiting 100', '1 partly 60', '1 expired 100', '1 paid'],
    '3 still unpaid: AED 260.00, 1 of them expired or cancelled.',
  ],
  [['2 waiting 100', '1 cancelled 100'], '3 still unpaid: AED 300.00, 1 of them expired or cancelled.'],
  [['2 waiting 100'], '2 still unpaid: AED 200.00.'],
])('a batch of %j says “%s”', (rows, words) => {
  const { text } = buildBatchDigest(buildBatch(), countsOf(rows), { rows: 0, sumFils: 0 });
  expect(text).toContain(`Nothing was paid in the last 24 hours. ${words}`);
});

test('a row is on the card as its sale is in every list', () => {
  const states = ['paid', 'waiting', 'partly', 'expired', 'unconfirmed', 'mismatch', 'refunded', 'disputed'];
  const card = buildBatchCard(
    buildBatch({ state: 'done' }),
    countsOf([...states, 'unknown', 'not-made'].map((state) => `1 ${state}`)),
    { missing: [], rowsPerSecond: 5, placed: { userId: null, refusedAs: null } },
  );
  const [first] = card.blocks;
  expect(first?.type === 'section' && first.text?.text.split('\n').slice(2)).toEqual(
    [
      '✅ 1 paid',
      '🟡 1 waiting',
      '🟠 1 partly paid',
      '⌛ 1 expired, unpaid',
      '🟠 1 reported or to check',
      '🔴 1 another amount or currency came',
      '↩️ 1 refunded in full',
      '⚖️ 1 disputed or charged back',
      '❔ 1 checking',
      '✖️ 1 not made',
    ].map((line) => `${line} · AED 100.00`),
  );
});

test.each(BATCH_STATES)('what became of the request for a batch that is %s is said in one word', (state) => {
  const batch = buildBatch({ state, decidedBy: 'U2' });
  const word = { asked: 'Waiting for approval', preview: 'Waiting for approval' }[state as string];
  const decided = { declined: 'Declined', withdrawn: 'Withdrawn' }[state as string] ?? 'Approved';
  const other = ['Approved', 'Declined', 'Withdrawn'].filter((one) => one !== decided);
  const texts = [
    buildBatchNews(batch).text,
    ...(state === 'asked' ? [] : [buildBatchAsk(batch, 'approver').text]),
  ];
  for (const text of texts) {
    expect(text).toContain(word ?? `${decided} by <@U2>:`);
    for (const wrong of other) expect(text).not.toContain(wrong);
  }
  const isCreated = word === undefined && decided === 'Approved';
  expect(texts[0]).toContain(isCreated ? 'It is paused' : 'No link was made');
});

const AT = Date.UTC(2026, 11, 1, 8);
const ending = (...lines: [fils: number, hours: number, ofBatch?: 'batch'][][]) => {
  const [first, ...others] = lines.map((links, place): EndingLine => {
    const [link, ...more] = links.map(([amountFils, hours], at) =>
      asSale(buildLink({ id: `lnk_${place}_${at}`, amountFils, expiresAt: AT + hours * 3_600_000 })),
    );
    if (link === undefined) throw new Error('no link');
    return { batch: links[0]?.[2] === undefined ? null : buildBatch(), links: [link, ...more] };
  });
  if (first === undefined) throw new Error('no line');
  return seen(buildEnding([first, ...others], 'Asia/Dubai'));
};

test('links about to expire are one message, each with its button, and those of a batch one line', () => {
  expect(ending([[10_000, 0]]).text).toMatch(
    /^⏰ \*AED 100\.00 for Sara \(···567\)\* is unpaid and expires 1 Dec 2026 at 12:00 PM/,
  );
  const ofBatch: [number, number, 'batch'][] = [
    [10_000, 6, 'batch'],
    [20_000, 6, 'batch'],
  ];
  const some = ending([[10_000, 0]], [[25_050, 5]], ofBatch);
  expect(some.text.split('\n')).toEqual([
    expect.stringMatching(
      /^⏰ \*4 links, AED 650\.50\* are unpaid\. The first expires 1 Dec 2026 at 12:00 PM/,
    ),
    expect.stringMatching(/^\*AED 100\.00 for Sara \(···567\)\* · June rent · 1 Dec 2026 at 12:00 PM/),
    expect.stringMatching(/^\*AED 250\.50 for Sara/),
    expect.stringMatching(/^\*AED 300\.00\* · 2 links of parents/),
  ]);
  expect(some.buttons).toEqual(['WhatsApp', 'WhatsApp', 'Remind the unpaid']);
  const most = ending(...Array.from({ length: 22 }, (): [number, number][] => [[10_000, 0]]));
  expect([most.buttons.length, most.text.split('\n').at(-1)]).toEqual([20, 'All of them: `/paylink unpaid`']);
});

const REQUEST: LinkRequest = {
  ...{ FullName: 'Sara Khan', Email: 'sara@example.com', Phone: '+971501234567', notes: 'June rent' },
  ...{ invoiceAmount: 100, currency: 'AED', expiryOn: '2026-12-21 12:00:00' },
  ...{ isTermsAndConditionsAccepted: true, Is_QR_needed: false, Is_invoice_generated: false },
};

test('a preview counts only the rows that can be made, and says how many can not', () => {
  const row = (number: number, changes: Partial<BatchRow>): BatchRow => ({
    ...{ batchId: 'bat_1', number, state: 'new', nonce: `bat_1:${number}`, tries: 0, cells: ['100', 'Sara'] },
    ...{ request: REQUEST, amountFils: 10_000, expiresAt: null, faults: [], twinOf: null, shown: [] },
    ...changes,
  });
  const faulty = { request: null, amountFils: null, faults: [{ column: null, words: 'no amount' }] };
  const preview = (rows: readonly BatchRow[]) =>
    seen(
      buildBatchPreviewMessage({
        ...{ batch: buildBatch({ state: 'preview' }), rows, limitFils: null, again: null },
        timeZone: 'Asia/Dubai',
      }),
    ).text;
  const some = preview([row(2, {}), row(3, faulty)]);
  expect(some).toContain('*1 link for AED 100.00*');
  expect(some).toContain('1 row left out: it has errors');
  expect(preview([row(2, {})])).not.toContain('left out');
});

test('what waits for an answer has a button that says so', () => {
  expect(seen({ blocks: [buildBatchButton(buildBatch(), 'held')] }).buttons).toEqual(['See what is new']);
});

test('a heading in Arabic is known with either form of its last letter', () => {
  expect(['البريد الالكتروني', 'البريد الالكترونى'].map(columnOf)).toEqual(['Email', 'Email']);
});
