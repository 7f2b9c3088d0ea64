import { describe, expect, test } from 'vitest';
import type { FoundRecord, Verdict } from '../../src/payments/index.ts';
import { bareRow, type Fields, judge, link, row } from './found-records.ts';

const sale = (fields: Fields = {}) => row({ status: 'PAID', amount: 250, transactionId: 'T1', ...fields });

/** The kind and the state of each record that decided. */
const groundsOf = ({ grounds }: Verdict) => grounds.map(({ of, stateWord }) => `${of} ${stateWord}`);

test('no records give no facts', () => {
  expect(judge([])).toEqual({
    outcome: 'none',
    doubt: null,
    happenedAt: null,
    seenIn: 'link',
    word: null,
    amountFils: null,
    refundedFils: 0,
    currency: null,
    transactionId: null,
    grounds: [],
    unknownKinds: [],
  });
});

describe('a verdict names the record that decided', () => {
  const PAID_LINK = link({ status: 'PAID', amount: 250 });

  test.each<[outcome: Verdict['outcome'], records: FoundRecord[], grounds: string[]]>([
    ['paid', [link({ status: 'CREATED' }), sale()], ['transaction PAID']],
    ['paid', [PAID_LINK, sale()], ['transaction PAID', 'link PAID']],
    ['paid', [PAID_LINK], ['link PAID']],
    ['paid', [PAID_LINK, row({ status: 'SUCCESS' })], ['link PAID', 'transaction SUCCESS']],
    ['unclear', [row({ status: 'SETTLED' })], ['transaction SETTLED']],
    ['unclear', [sale({ type: 'QX17' })], ['transaction PAID']],
    ['unclear', [link({ status: 'PAID', paidAmount: 250 }), sale({ amount: 125 })], ['transaction PAID']],
    ['unclear', [PAID_LINK, sale({ status: 'SETTLED', amount: '1.001' })], ['transaction SETTLED']],
    ['unclear', [link({ status: 'PAID' })], ['link PAID']],
    ['mismatch', [link({ status: 'PAID', amount: 250, currency: 'USD' })], ['link PAID']],
    ['partly', [link({ status: 'PARTIAL', amount: 250 })], ['link PARTIAL']],
    ['refunded', [link({ status: 'REFUNDED', amount: 250 })], ['link REFUNDED']],
    ['paid', [link({ status: 'REFUNDED', amount: 250, refundedAmount: 50 })], ['link REFUNDED']],
    ['refunded', [row({ type: 'REFUND', status: 'DONE', amount: 250 })], ['transaction DONE']],
    ['cancelled', [link({ status: 'CANCELLED' })], ['link CANCELLED']],
    ['expired', [link({ status: 'EXPIRED' })], ['link EXPIRED']],
    ['declined', [link({ status: 'CREATED' }), row({ status: 'DECLINED' })], ['transaction DECLINED']],
    ['waiting', [row({ status: 'KZX' }), row({ status: 'PENDING' })], ['transaction PENDING']],
    ['silent', [row({ status: 'KZX' }), row({ status: 'KZY' })], ['transaction null']],
  ])('%s', (outcome, records, grounds) => {
    const verdict = judge(records);
    expect(verdict.outcome).toBe(outcome);
    expect(groundsOf(verdict)).toEqual(grounds);
    expect(verdict.word).toBe(verdict.grounds[0]?.stateWord);
    expect(verdict.seenIn).toBe(verdict.grounds[0]?.of);
  });

  test('and at most six of them', () => {
    const many = Array.from({ length: 10 }, (_, at) => sale({ amount: 25, transactionId: `T${at}` }));
    expect(judge(many).grounds).toHaveLength(6);
    const long = [1, 2, 3].map((no) => sale({ amount: 50, transactionId: String(no).repeat(40) }));
    expect(judge(long).transactionId).toBe(`${'1'.repeat(40)}, ${'2'.repeat(38)}`);
  });

  test('with its owner, where that is certain', () => {
    expect(judge([sale()]).grounds[0]?.ownedBy).toBe('order-id');
    const rival = { id: 'lnk_2', invoiceId: 'INV-8', orderId: '100234', address: null };
    expect(judge([sale()], [rival]).grounds[0]?.ownedBy).toBeNull();
  });

  test('with its amount, where that is clear', () => {
    expect(judge([sale({ amount: '1.001' })]).grounds[0]).toMatchObject({
      amountField: 'amount',
      amountFils: null,
    });
    expect(judge([sale({ amount: '1.001' })]).amountFils).toBeNull();
    expect(judge([sale({ status: 'DECLINED', currency: 'AED' })])).toMatchObject({
      amountFils: 25_000,
      currency: 'AED',
    });
  });
});

describe('a link’s own verdict has the payment facts that only its transaction knows', () => {
  const at = '2026-11-21 02:10:00';

  test('its id and its time', () => {
    const rows = [
      row({ status: 'FAILED', transactionId: 'T0', createdAt: '2026-11-21 03:00:00' }),
      row({ status: 'PAID', type: 'AUTH', transactionId: 'TA' }),
      row({ status: 'PENDING', transactionId: 'TP' }),
      row({ status: 'PAID', transactionId: 'T9', createdAt: at }),
    ];
    expect(judge([link({ status: 'PAID', amount: 250 }), ...rows])).toMatchObject({
      outcome: 'paid',
      transactionId: 'T9',
      happenedAt: Date.UTC(2026, 10, 20, 22, 10),
      seenIn: 'link',
      amountFils: 25_000,
    });
  });

  test('and not its own number', () => {
    expect(judge([link({ status: 'PAID', amount: 250, transactionId: 'TL' })]).transactionId).toBeNull();
    expect(judge([sale({ transactionId: undefined })]).transactionId).toBeNull();
  });
});

describe('money received by the link’s own record', () => {
  test.each<[Fields, Partial<Verdict>]>([
    [
      { amount: 250, currency: 'USD' },
      { outcome: 'mismatch', amountFils: 25_000, currency: 'USD' },
    ],
    [
      { amount: 250, paidAmount: 10, currency: 'USD' },
      { outcome: 'mismatch', amountFils: 1_000, currency: 'USD' },
    ],
    [
      { paidAmount: 1, capturedAmount: 2, currency: 'USD' },
      { outcome: 'mismatch', amountFils: null },
    ],
    [{ currency: 'USD' }, { outcome: 'mismatch', amountFils: null }],
    [{}, { outcome: 'unclear', doubt: 'amount', amountFils: null }],
    [
      { amount: 250, paidAmount: 1, capturedAmount: 2 },
      { outcome: 'unclear', doubt: 'amount', amountFils: null },
    ],
    [
      { amount: 250, currency: 'AED' },
      { outcome: 'paid', amountFils: 25_000, currency: 'AED', refundedFils: 0 },
    ],
    [
      { amount: 0, paidAmount: 0 },
      { outcome: 'partly', amountFils: 0 },
    ],
  ])('PAID with %j', (fields, expected) => {
    expect(judge([link({ status: 'PAID', ...fields })])).toMatchObject(expected);
  });

  test.each<[Fields, number | null]>([
    [{ amount: 250, paidAmount: 100, currency: 'aed' }, 10_000],
    [{ amount: 250, paidAmount: '249.99', currency: 'aed' }, 24_999],
    [{ amount: 250, paidAmount: 250, currency: 'aed' }, null],
    [{ amount: 250, paidAmount: 300, currency: 'aed' }, null],
    [{ amount: 250, paidAmount: 1, capturedAmount: 2, currency: 'aed' }, null],
    [{ amount: 250, currency: 'aed' }, null],
  ])('PARTIAL with %j', (fields, amountFils) => {
    const verdict = judge([link({ status: 'PARTIAL', ...fields })]);
    expect(verdict).toMatchObject({ outcome: 'partly', amountFils, currency: 'aed' });
  });

  test.each<[Fields, Partial<Verdict>]>([
    [{ amount: 250 }, { outcome: 'refunded', amountFils: 25_000, refundedFils: 25_000 }],
    [{ amount: 240 }, { outcome: 'refunded', amountFils: 24_000, refundedFils: 24_000 }],
    [
      { amount: 250, paidAmount: 200 },
      { outcome: 'refunded', amountFils: 20_000, refundedFils: 20_000 },
    ],
    [
      { amount: 240, paidAmount: 1, capturedAmount: 2 },
      { outcome: 'refunded', amountFils: 24_000 },
    ],
    [{}, { outcome: 'refunded', amountFils: 25_000, refundedFils: 25_000 }],
    [
      { amount: 250, refundedAmount: 50 },
      { outcome: 'paid', amountFils: 25_000, refundedFils: 5_000 },
    ],
    [
      { amount: 250, refundedAmount: 250 },
      { outcome: 'refunded', refundedFils: 25_000 },
    ],
    [
      { amount: 250, refundedAmount: 50, currency: 'USD' },
      { outcome: 'mismatch', currency: 'USD' },
    ],
  ])('REFUNDED with %j', (fields, expected) => {
    expect(judge([link({ status: 'REFUNDED', ...fields })])).toMatchObject(expected);
  });

  test('that was refunded is refunded in another currency too', () => {
    for (const status of ['REFUNDED', 'PARTIALLY_REFUNDED'])
      expect(judge([link({ status, amount: 250, currency: 'USD' })])).toMatchObject({
        outcome: 'refunded',
        currency: 'USD',
      });
  });

  test('outranks rows of one payment that disagree', () => {
    const rows = [sale(), sale({ amount: 200 })];
    expect(judge([link({ status: 'PAID', amount: 250, paidAmount: 250 }), ...rows]).outcome).toBe('paid');
    expect(judge([link({ status: 'PAID', amount: 250 }), ...rows]).outcome).toBe('unclear');
  });

  test('is not left open by a partial refund', () => {
    const refund = row({ type: 'REFUND', status: 'PARTIAL', amount: 50, transactionId: 'T2' });
    expect(judge([link({ status: 'PAID', amount: 250 }), refund]).outcome).toBe('paid');
  });

  test('is in the other currency that its row names', () => {
    const rows = [row({ status: 'PAID', currency: 'USD' })];
    expect(judge([link({ status: 'PAID', amount: 250 }), ...rows])).toMatchObject({
      outcome: 'mismatch',
      currency: 'USD',
      amountFils: 25_000,
    });
  });
});

/** The records, by what a test is about, and what is expected of their verdict. */
type Case = [title: string, records: FoundRecord[], expected: Partial<Verdict>];
const hold = (title: string, cases: Case[]) =>
  test.each(cases)(`${title} %s`, (_, records, expected) => {
    expect(judge(records)).toMatchObject(expected);
  });

const open = row({ type: 'REFUND', status: 'DONE', transactionId: 'T2' });
const whole = link({ status: 'REFUNDED' });
const inPart = link({ status: 'PARTIALLY_REFUNDED' });
hold('a refund', [
  [
    'of unknown size leaves the payment refunded',
    [sale(), open],
    { outcome: 'refunded', refundedFils: null, amountFils: 25_000 },
  ],
  [
    'of unknown size is the one that the payment names',
    [sale({ refundedAmount: 50 }), open],
    { outcome: 'paid', refundedFils: 5_000 },
  ],
  [
    'of unknown size is the one that the link names',
    [sale(), open, link({ refundedAmount: 50 })],
    { outcome: 'paid', refundedFils: 5_000 },
  ],
  ['in a row outranks the link’s REFUNDED', [sale({ refundedAmount: 50 }), whole], { refundedFils: 5_000 }],
  ['is whole by the link’s REFUNDED', [sale(), whole], { outcome: 'refunded', refundedFils: 25_000 }],
  [
    'is of unknown size by the link’s PARTIALLY_REFUNDED',
    [sale(), inPart],
    { outcome: 'refunded', refundedFils: null },
  ],
  [
    'in a row agrees with the link’s PARTIALLY_REFUNDED',
    [sale({ refundedAmount: 50 }), inPart],
    { outcome: 'paid', refundedFils: 5_000 },
  ],
  [
    'without its payment says nothing about that',
    [row({ type: 'REFUND', status: 'DONE', amount: 250 })],
    { outcome: 'refunded', amountFils: null, refundedFils: 25_000 },
  ],
  ['of a payment of nothing is nothing', [sale({ amount: 0 })], { outcome: 'partly', amountFils: 0 }],
]);

const unknown = sale({ type: 'QX17', amount: 50, transactionId: 'T2' });
const strange = (fields: Fields) => bareRow({ orderRef: 'X-1', Invoice_Id: 'INV-7', ...fields });
const failed = row({ status: 'FAILED' });
hold('a row that nobody can read', [
  [
    'may hold the missing part of a payment',
    [sale({ amount: 200 }), unknown],
    { outcome: 'unclear', doubt: 'kind', amountFils: 5_000 },
  ],
  ['changes nothing beside a whole payment', [sale(), unknown], { outcome: 'paid' }],
  [
    'is not one that says PARTIAL',
    [sale({ amount: 200 }), row({ status: 'PARTIAL' })],
    { outcome: 'partly', doubt: null },
  ],
  [
    'puts its word in question once',
    [unknown, sale({ type: 'QX17', transactionId: 'T3' }), row({ type: 'SALE', status: 'FAILED' }), failed],
    { unknownKinds: ['QX17'] },
  ],
  [
    'puts no word in question if the owner is in doubt',
    [strange({ status: 'PAID' }), unknown],
    { doubt: 'order-id', unknownKinds: [] },
  ],
  [
    'puts no word in question if the state is in doubt',
    [row({ paymentStatus: 'PAID', status: 'FAILED' })],
    { doubt: 'state', unknownKinds: [] },
  ],
  ['is no reason for doubt if it failed', [strange({ status: 'FAILED' })], { outcome: 'none' }],
  ['is no reason for doubt if it waits', [sale({ type: 'QX17', status: 'PENDING' })], { outcome: 'waiting' }],
  [
    'is no reason for doubt if it is a refund',
    [row({ type: 'REFUND', paymentStatus: 'PAID', status: 'FAILED' })],
    { outcome: 'waiting' },
  ],
  [
    'is a reason for doubt after rows that report no payment',
    [sale({ type: 'AUTH' }), strange({ status: 'PAID' })],
    { outcome: 'unclear', doubt: 'order-id' },
  ],
  [
    'is no reason for doubt if it is someone else’s',
    [bareRow({ orderId: '5', paymentStatus: 'PAID', status: 'FAILED' })],
    { outcome: 'none', doubt: null },
  ],
]);

test('a link’s record is never a row of another kind, whatever its fields say', () => {
  const torn = judge([link({ paymentStatus: 'PAID', status: 'FAILED', type: 'FEE' })]);
  expect(torn).toMatchObject({ outcome: 'unclear', doubt: 'state', grounds: [{ kindWord: null }] });
});
