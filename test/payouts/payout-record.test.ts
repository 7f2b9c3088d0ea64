import { expect, test } from 'vitest';
import { createMovementReader } from '../../src/figures/movements.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { createReadPayout, type PayoutRecord } from '../../src/payouts/payout-record.ts';
import { WORDS } from '../fixtures/payment-words.ts';

type Fields = Record<string, unknown>;

const turned = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).reverse());

const readPayout = (fields: Fields): PayoutRecord =>
  createReadPayout({ words: WORDS, timeZone: 'UTC' })(createRowReader('payouts', 'UTC')({ fields }));

const readTransaction = (fields: Fields) => {
  const reader = createMovementReader(WORDS);
  const paid = { transactionId: 'T', amount: 100, status: 'PAID', ...fields };
  reader.add([createRowReader('transactions', 'UTC')({ fields: paid })]);
  return reader.result()[0];
};

test.each<[names: string, of: keyof PayoutRecord]>([
  ['grossAmount gross totalGross grossTotal grossSales GROSS_AMOUNT', 'grossFils'],
  ['feeAmount fee fees totalFee totalFees commission commissionAmount charges FEE_AMOUNT', 'feeFils'],
  ['netAmount net amountNet netTotal totalNet netPayout net_amount', 'netFils'],
  ['payoutAmount settlementAmount settledAmount amount totalAmount total', 'amountFils'],
])('each of these names says how much: %s is %s', (names, of) => {
  for (const name of names.split(' ')) expect(readPayout({ [name]: 250.5 })[of], name).toBe(25_050);
});

test.each<[fields: Fields, said: Partial<PayoutRecord>]>([
  [{ fee: { amount: 2, currency: 'AED' } }, { feeFils: 200, amountFils: null }],
  [
    { net: { value: 2 }, amount: { value: 3 } },
    { netFils: 200, amountFils: 300 },
  ],
  [{ netAmountFils: 200, gross_fils: 300 }, { netFils: 200 }],
  [{ payoutAmount: 1, amount: 2, totalAmount: 3 }, { amountFils: 100 }],
  [{ amount: 2, data: { payoutAmount: 1 } }, { amountFils: 100 }],
  // Not the payout's.
  [{ transactions: { amount: 1 }, vat: { amount: 1 }, customer: { amount: 1 } }, { amountFils: null }],
  [{ items: [{ netAmount: 1, fee: 1, payoutId: 'x' }] }, { netFils: null, feeFils: null, names: [] }],
  // One of several fees, a rate, a share.
  [{ processingFee: 1, refundFee: 2, mdr: 2.5, feePercent: 3, feeRate: 4 }, { feeFils: null }],
  // The fee that makes the record add up, with its tax or without.
  [{ gross: 100, commission: 2, fee: 3, net: 97 }, { feeFils: 300 }],
  [{ gross: 100, commission: 2, fee: 3, vat: 0.15, net: 96.85 }, { feeFils: 315 }],
  [{ gross: 100, fee: 3, vat: 5, net: 97 }, { feeFils: 300 }],
])('what a payout says of money, whatever the order of its keys: %j', (fields, said) => {
  for (const one of [fields, turned(fields)]) expect(readPayout(one)).toMatchObject(said);
});

test.each<[fields: Fields, count: number | null]>([
  [{ transactionCount: 3, count: 9, page: 1, retryCount: 2 }, 3],
  [{ number_of_transactions: '3' }, 3],
  [{ totalTransactions: 3, totalAmount: 9 }, 3],
  [{ summary: { count: 3 } }, 3],
  [{ refundCount: 3, pageCount: 2, totalPages: 1, attemptCount: 4, number: 5 }, null],
])('the count of %j is %j', (fields, count) => {
  for (const one of [fields, turned(fields)]) expect(readPayout(one).count).toBe(count);
});

test.each<[from: string, to: string]>([
  ['fromDate', 'toDate'],
  ['periodFrom', 'period_to'],
  ['periodStart', 'PERIODEND'],
  ['startDate', 'endDate'],
  ['firstTransactionAt', 'lastTransactionDate'],
  ['from', 'to'],
])('%s and %s are the ends of its range', (from, to) => {
  const range = { [from]: '2026-01-01', [to]: '2026-01-02' };
  const ends = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 3) - 1 };
  expect(readPayout(range)).toMatchObject(ends);
  expect(readPayout({ period: range })).toMatchObject(ends);
  expect(readPayout({ [from]: 'Sara', [to]: 'Omar' })).toMatchObject({ from: null, to: null });
});

test('the end of a range to the second includes that second', () => {
  const range = { from: '2026-01-01 08:00:00', to: '2026-01-02 10:00:00' };
  const ends = { from: Date.UTC(2026, 0, 1, 8), to: Date.UTC(2026, 0, 2, 10) + 999 };
  expect(readPayout(range)).toMatchObject(ends);
  expect(readPayout({ ...range, to: ends.to - 500 })).toMatchObject(ends);
});

test('the ends of something else are not those of its range', () => {
  const range = { from: '2026-01-01', to: '2026-01-02' };
  expect(readPayout({ customer: range, message: range })).toMatchObject({ from: null, to: null });
});

test.each<[fields: Fields, listed: readonly string[] | null]>([
  [{ transactionIds: 'a, b;c' }, ['a', 'b', 'c']],
  [{ order_ids: ['a', 7] }, ['a', '7']],
  [{ paymentIds: [{ id: 'a' }, { paymentId: 'b' }] }, ['a', 'b']],
  [
    {
      transactions: [
        { transactionId: 'a', orderId: 'x' },
        { id: 'b', refundId: 'y' },
      ],
    },
    ['a', 'b'],
  ],
  [{ orderList: [{ orderId: 'a' }, { Invoice_Id: 'b' }] }, ['a', 'b']],
  [{ data: { entries: ['a', 'b', 'b'] } }, ['a', 'b', 'b']],
  [{ details: [{ txnId: 'a' }] }, ['a']],
  [{ transactions: [{ id: 'a' }, { amount: 5 }] }, null],
  [{ transactions: 'a, b', settlementIds: 'a, b' }, null],
  [{ paymentMethods: ['CARD'], documents: [{ id: 'a' }], fees: [{ id: 'b' }], types: ['c'] }, null],
  [{ transactions: [], '': ['a'], latest: ['a'] }, null],
])('of %j are listed %j', (fields, listed) => {
  expect(readPayout(fields).listed).toEqual(listed);
});

test('a payout is known by every number that it has for itself, and by the bank’s', () => {
  const fields = {
    id: 'row',
    payoutRef: 'P',
    settlement: { id: 'S' },
    batchNo: 'B',
    utr: 'U',
    merchantId: 'M',
  };
  expect(readPayout(fields)).toMatchObject({ id: 'P', bankReference: 'U' });
  expect([...readPayout(fields).names].sort()).toEqual(['B', 'P', 'S', 'U', 'row']);
});

test.each<[fields: Fields, sure: string[], maybe: string[]]>([
  [{ payoutId: 'P1' }, ['P1'], []],
  [{ payoutNumber: 'P1', settlementRef: 'S2', batchId: 'B3' }, ['P1', 'S2'], ['B3']],
  [{ payout: { id: 'P1' }, settlement: 'S2' }, ['P1'], ['S2']],
  [{ payoutId: 0, settlementId: 'none' }, [], []],
  [{ payouts: [{ payoutId: 'P1' }], terminalId: '7' }, [], []],
])('a transaction of %j names the payouts %j, and %j if they exist', (fields, sure, maybe) => {
  for (const one of [fields, turned(fields)])
    expect(readTransaction(one)).toMatchObject({ payoutIds: sure, maybePayoutIds: maybe });
});
