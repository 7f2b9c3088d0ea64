import { describe, expect, test } from 'vitest';
import { buildKindWords, buildStateWords } from '../../src/payments/index.ts';
import { type JudgedRecord, judgeRecord, readTransactionId } from '../../src/payments/judged-record.ts';
import { addUpReceived } from '../../src/payments/received.ts';

type Fields = Record<string, unknown>;

const WORDS = { states: buildStateWords(), kinds: buildKindWords() };
const judged = (via: 'id' | 'listing', fields: Fields): JudgedRecord =>
  judgeRecord({ kind: 'transaction', via, record: { fields } }, { is: 'ours', by: 'order-id' }, WORDS);
const row = (fields: Fields) => judged('listing', fields);
const sale = (fields: Fields = {}) => row({ status: 'PAID', amount: 250, transactionId: 'T1', ...fields });
const saleById = (fields: Fields = {}) =>
  judged('id', { status: 'PAID', amount: 250, transactionId: 'T1', ...fields });

const add = (...rows: JudgedRecord[]) => {
  const { rows: counted, hasPayment: _, ...sums } = addUpReceived(rows);
  return { ...sums, counted: counted.length };
};
const NOTHING = {
  fils: null,
  refundedFils: 0,
  isRefundOpen: false,
  currency: null,
  isOtherCurrency: false,
  counted: 0,
};
const PAID = { ...NOTHING, fils: 25_000, counted: 1 };
const MOST = '90071992547409.91';

/** `rows`: one row, or several. */
const hold = (expected: object, cases: Record<string, JudgedRecord | JudgedRecord[]>) =>
  test.each(Object.entries(cases))('%s', (_, rows) => {
    expect(add(...[rows].flat())).toEqual(expected);
  });

hold(NOTHING, {
  'no rows': [],
  'tries that failed or wait': [
    sale({ status: 'FAILED' }),
    sale({ status: 'PENDING' }),
    sale({ status: 'KZX' }),
  ],
  'a part of a payment': sale({ status: 'PARTIALLY_PAID' }),
});
hold(PAID, {
  'one payment': sale(),
  'one payment twice': [sale(), sale({ no: 2 })],
  'a try that failed under the id of the payment': [sale({ status: 'FAILED', amount: 1 }), sale()],
  'an authorisation under the id of its payment': [
    sale({ type: 'AUTH', amount: 300 }),
    sale({ type: 'SALE' }),
  ],
});
hold(
  { ...PAID, fils: 25_100, counted: 2 },
  {
    'two payments': [sale(), sale({ transactionId: 'T2', amount: 1 })],
  },
);
hold(
  { ...PAID, fils: 50_000, currency: 'AED', counted: 2 },
  {
    'a payment that names its money': [sale(), sale({ transactionId: 'T2', currency: 'AED' })],
  },
);
hold(
  { ...PAID, fils: 50_000, currency: 'USD', isOtherCurrency: true, counted: 2 },
  {
    'a payment in other money': [sale({ currency: 'AED' }), sale({ transactionId: 'T2', currency: 'USD' })],
  },
);
hold(
  { ...PAID, fils: 'conflict', currency: 'USD', isOtherCurrency: true },
  {
    'one payment in two sorts of other money': [sale({ currency: 'USD' }), sale({ currency: 'INR' })],
  },
);
hold(
  { ...PAID, currency: 'USD', isOtherCurrency: true },
  {
    'one payment in one sort of other money': [sale({ currency: 'USD' }), sale({ currency: 'USD', no: 2 })],
  },
);
hold(
  { ...PAID, fils: 'conflict' },
  {
    'one payment, once in other money': [sale(), sale({ currency: 'USD' })],
    'one payment with two sums': [sale(), sale({ amount: 1 })],
    'a payment without a sum': row({ status: 'PAID' }),
  },
);
hold(
  { ...PAID, currency: 'AED' },
  {
    'one payment, once with the name of the dirham': [sale({ currency: 'AED' }), sale({ currency: 'dhs' })],
  },
);
hold(
  { ...PAID, fils: 'conflict', counted: 2 },
  {
    'one payment with two sums beside another': [sale({ transactionId: 'T0' }), sale(), sale({ amount: 1 })],
    'more than can be counted': [sale({ amount: MOST }), sale({ transactionId: 'T2' })],
  },
);
hold(
  { ...PAID, fils: Number.MAX_SAFE_INTEGER },
  {
    'as much as can be counted': sale({ amount: MOST }),
  },
);
hold(
  { ...PAID, fils: 0 },
  {
    'a payment of nothing': sale({ amount: 0 }),
  },
);

describe('refunded money', () => {
  const back = (fields: Fields = {}) => sale({ transactionId: 'T2', type: 'REFUND', amount: 50, ...fields });
  const gave = (fils: number) => ({ ...PAID, refundedFils: fils });

  hold(gave(5_000), {
    'by a refund': [sale(), back()],
    'by a chargeback': [sale(), back({ type: 'CHARGEBACK' })],
    'by a reversal': [sale(), back({ type: 'REVERSAL' })],
    'by a void': [sale(), back({ type: 'VOID' })],
    'by a refund that says refunded': [sale(), back({ status: 'REFUNDED' })],
    'by a refund that says nothing': [sale(), back({ status: undefined })],
    'by a refund with a sign': [sale(), back({ amount: -50 })],
    'by a payment with a sign': [sale(), sale({ transactionId: 'T2', amount: -50 })],
    'in one part on two pages': [sale(), back(), back()],
    'by both, and the rows say more': [sale({ refundedAmount: 10 }), back()],
    'of a payment that says refunded, in part': sale({ status: 'REFUNDED', refundedAmount: 50 }),
    'by a payment that says refunded in part, but not how much, and a refund': [
      sale({ status: 'PARTIALLY_REFUNDED' }),
      back(),
    ],
  });
  hold(gave(0), {
    'not by a fee': [sale(), back({ type: 'FEE' })],
    'not by a row of an unknown kind': [sale(), back({ type: 'QX17', amount: -50 })],
    'not by a refund that failed': [sale(), back({ status: 'FAILED' })],
    'not by a refund that waits': [sale(), back({ status: 'PENDING' })],
    'not by a payment with a sign that failed': [
      sale(),
      sale({ transactionId: 'T2', amount: -50, status: 'FAILED' }),
    ],
    'not by a payment with a sign that says nothing': [
      sale(),
      sale({ transactionId: 'T2', amount: -50, status: undefined }),
    ],
  });
  hold(
    { ...NOTHING, refundedFils: 5_000 },
    {
      'by a payment with a sign alone': sale({ amount: -50 }),
    },
  );
  hold(gave(8_000), {
    'in two parts under one id': [
      sale(),
      back({ transactionId: 'T1' }),
      back({ transactionId: 'T1', amount: 30 }),
    ],
    'in parts, of which the payment says less': [
      sale({ status: 'PARTIALLY_REFUNDED', refundedAmount: 50 }),
      back(),
      back({ transactionId: 'T3', amount: 30 }),
    ],
  });
  hold(gave(6_000), {
    'by a payment’s own word': sale({ refundedAmount: 60 }),
    'by both, and the payment says more': [sale({ refundedAmount: 60 }), back()],
  });
  hold(
    { ...gave(6_100), fils: 50_000, counted: 2 },
    {
      'by the words of two payments': [
        sale({ refundedAmount: 60 }),
        sale({ transactionId: 'T2', refundedAmount: 1 }),
      ],
    },
  );
  hold(gave(2_000), {
    'as a refund that names what it gave back': [sale(), back({ refundAmount: 20 })],
  });
  hold(
    { ...gave(0), isRefundOpen: true },
    {
      'nobody knows how much of it': [sale(), back({ amount: undefined })],
      'in part, nobody knows how much': sale({ status: 'PARTIALLY_REFUNDED' }),
    },
  );
  hold(
    { ...gave(6_000), isRefundOpen: true },
    {
      'nobody knows how much, but for a payment’s word': [
        sale({ refundedAmount: 60 }),
        back({ amount: undefined }),
      ],
    },
  );
  hold(
    { ...PAID, fils: 50_000, counted: 2 },
    {
      'more than can be counted, by the payments': [
        sale({ refundedAmount: MOST }),
        sale({ transactionId: 'T2', refundedAmount: 1 }),
      ],
    },
  );
  hold(gave(25_000), {
    'of a payment that says refunded': sale({ status: 'REFUNDED' }),
    'by a payment that says refunded and a refund': [sale({ status: 'REFUNDED' }), back({ amount: 250 })],
    'of a payment that is listed in both states, and by a refund': [
      sale(),
      sale({ status: 'REFUNDED' }),
      back({ amount: 250 }),
    ],
    'of a payment whose row has no id, by its word and a refund': [
      sale(),
      sale({ transactionId: undefined, status: 'REFUNDED' }),
      back({ amount: 250 }),
    ],
    'of payments without ids, by a word and a refund': [
      sale({ transactionId: undefined }),
      sale({ transactionId: 'T3', status: 'REFUNDED' }),
      back({ amount: 250 }),
    ],
    'by a row that says refunded, beside its payment': [
      sale(),
      sale({ transactionId: 'T2', status: 'REFUNDED' }),
    ],
    'by a row that says refunded with a sign, beside its payment': [
      sale(),
      sale({ transactionId: 'T2', status: 'REFUNDED', amount: -250 }),
    ],
  });
  hold(gave(15_000), {
    'by a payment that says refunded in part and a refund': [
      sale({ status: 'PARTIALLY_REFUNDED', refundedAmount: 150 }),
      back({ amount: 150 }),
    ],
  });
  hold(
    { ...gave(25_000), fils: 50_000, counted: 2 },
    {
      'of the second of two payments, by its word and a refund': [
        sale(),
        sale({ transactionId: 'T3', status: 'REFUNDED' }),
        back({ amount: 250 }),
      ],
    },
  );
  hold(
    { ...NOTHING, refundedFils: 25_000 },
    {
      'by a row that says refunded with a sign, alone': sale({ status: 'REFUNDED', amount: -250 }),
    },
  );
});

describe('a look-up by id and a listing', () => {
  const via = (...rows: JudgedRecord[]) => addUpReceived(rows).rows.map((one) => one.via);

  test('are two readings of the same money, and the one that shows more counts', () => {
    expect(add(saleById(), sale())).toEqual(PAID);
    expect(add(saleById(), sale({ amount: 100 }))).toEqual(PAID);
    expect(add(saleById({ amount: 100 }), sale())).toEqual(PAID);
    expect(via(saleById(), sale())).toEqual(['id']);
    expect(via(saleById({ amount: 100 }), sale())).toEqual(['listing']);
    expect(via(saleById(), sale({ amount: 100 }))).toEqual(['id']);
  });

  test('show more with a sum than without one, and with a payment than without', () => {
    expect(add(saleById({ amount: undefined }), sale({ amount: 0 })).fils).toBe(0);
    expect(add(saleById({ amount: 0 }), sale({ amount: undefined })).fils).toBe(0);
    expect(add(saleById({ amount: undefined })).fils).toBe('conflict');
    expect(add(saleById({ status: 'FAILED' }), sale({ amount: undefined })).fils).toBe('conflict');
  });

  test('show more with a refund than without one', () => {
    const refund = { transactionId: 'T2', type: 'REFUND' };
    expect(add(saleById(), sale(), sale({ ...refund, amount: 5 })).refundedFils).toBe(500);
    expect(add(saleById({ refundedAmount: 5 }), sale()).refundedFils).toBe(500);
    expect(add(saleById(), sale(), sale({ ...refund, amount: undefined })).isRefundOpen).toBe(true);
    const both = add(
      saleById(),
      saleById({ ...refund, amount: undefined }),
      sale(),
      sale({ ...refund, amount: 5 }),
    );
    expect(both).toMatchObject({ refundedFils: 500, isRefundOpen: false });
    const open = { ...refund, amount: undefined };
    expect(via(saleById(), saleById(open), sale(), sale(open))).toEqual(['id']);
    expect(via(saleById(), saleById({ ...refund, amount: 5 }), sale(), sale(open))).toEqual(['id']);
  });
});

test.each<[Fields, string | null]>([
  [{ transactionId: 'T1' }, 'T1'],
  [{ transactionReference: 'T1' }, 'T1'],
  [{ txn_id: 17 }, '17'],
  [{ txnRef: ' T1 ' }, 'T1'],
  [{ payment: { paymentId: 'P1' } }, 'P1'],
  [{ id: 'R1' }, 'R1'],
  [{ id: 'R1', transactionId: 'T1' }, 'T1'],
  [{ customer: { id: 'C1' } }, null],
  [{ id: '  ' }, null],
  [{ transactionId: true }, null],
  [{ transactionId: 'x'.repeat(90) }, 'x'.repeat(80)],
  [{}, null],
])('the transaction’s own id in %j is %j', (fields, id) => {
  expect(readTransactionId(row(fields))).toBe(id);
});

test('a payment counts as read when a row is the payment itself, not only its refund', () => {
  expect(addUpReceived([sale()]).hasPayment).toBe(true);
  expect(addUpReceived([sale({ status: 'REFUNDED' })]).hasPayment).toBe(false);
  expect(addUpReceived([]).hasPayment).toBe(false);
});
