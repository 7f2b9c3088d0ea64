import { expect, test } from 'vitest';
import { sumDue } from '../../src/payouts/sum-due.ts';
import { type Makers, readFields, readRecords, readRows } from '../fixtures/record-tables.ts';
import { type Fields, tieOutRecords } from './match-records.ts';

const NOW = Date.parse('2026-11-24T12:00:00+04:00');
const DAY_MS = 86_400_000;

/** A payment made so many days before now. */
const sale = (id: string, amount: number, days: number, more: Fields = {}): Fields => ({
  transactionId: id,
  orderId: `9${id}`,
  status: 'SUCCESS',
  amount,
  createdAt: new Date(NOW - days * DAY_MS).toISOString(),
  ...more,
});

const sumOf = (transactions: Fields[], payouts: Fields[] = []) =>
  sumDue(tieOutRecords({ payouts, transactions }), NOW);

test('the money due is listed by age, oldest first, each payment once', () => {
  const { byAge, dueFils, count } = sumOf([
    sale('1', 1, 0),
    sale('2', 2, 2.9),
    sale('3', 4, 3),
    sale('4', 8, 6.9),
    sale('5', 16, 7),
    sale('6', 32, 13.9),
    sale('7', 64, 14),
    sale('8', 128, 60),
  ]);
  expect(byAge).toEqual([
    { words: 'Older than 14 days', fils: 19_200, count: 2 },
    { words: '8 to 14 days', fils: 4_800, count: 2 },
    { words: '4 to 7 days', fils: 1_200, count: 2 },
    { words: 'Up to 3 days', fils: 300, count: 2 },
  ]);
  expect({ dueFils, count }).toEqual({ dueFils: 25_500, count: 8 });
});

test('a payment that is listed twice counts once, and parts of it under one id each', () => {
  expect(sumOf([sale('1', 10, 2), sale('1', 10, 2)])).toMatchObject({ count: 1, dueFils: 1_000 });
  expect(sumOf([sale('1', 10, 2), sale('1', 5, 2), sale('1', 10, 1)])).toMatchObject({
    count: 3,
    dueFils: 2_500,
  });
});

test('an age without payments is left out, and a payment dated in the future is new', () => {
  expect(sumOf([sale('1', 10, 20), sale('2', 5, -1)]).byAge).toEqual([
    { words: 'Older than 14 days', fils: 1_000, count: 1 },
    { words: 'Up to 3 days', fils: 500, count: 1 },
  ]);
});

const MAKERS: Makers<Fields> = {
  sale: ({ amount = 100, ...more }) => sale('1', Number(amount), 1, more),
  refund: (more) => sale('2', 30, 1, { type: 'REFUND', orderId: '91', ...more }),
};

test.each(
  readRows(`
  in its own row | sale + refund | count 2, paidFils 10000, backFils 3000, dueFils 7000
  in the row of the payment | sale refundedAmount 30 | count 1, paidFils 10000, backFils 3000, dueFils 7000
  in both rows | sale refundedAmount 30 + refund | count 2, paidFils 10000, backFils 3000, dueFils 7000
  in both rows, under one id | sale orderId undefined, refundedAmount 30 + refund transactionId "1", orderId undefined
    | count 2, paidFils 10000, backFils 3000, dueFils 7000
  in both rows, which nothing joins | sale refundedAmount 30 + refund orderId undefined
    | count 2, paidFils 10000, backFils 3000, dueFils 7000
  in rows of different orders | sale refundedAmount 30 + refund orderId "92"
    | count 2, paidFils 10000, backFils 6000, dueFils 4000
  in full, by the payment’s own state | sale status REFUNDED + sale transactionId "2", orderId "92", amount 50
    | count 2, paidFils 15000, backFils 10000, dueFils 5000
  of a payment that is no longer due | refund | count 1, paidFils 0, backFils 3000, dueFils -3000
  `),
)('a refund is subtracted once: %s', (_, transactions = '', sums = '') => {
  expect(sumOf(readRecords(transactions, MAKERS))).toMatchObject(readFields(sums));
});

test('what may be in a payout, is unreadable, or names an unknown payout is listed apart from the money due', () => {
  const payout = {
    payoutId: '7001',
    status: 'PAID_OUT',
    grossAmount: 99,
    netAmount: 99,
    createdAt: new Date(NOW - 2 * DAY_MS).toISOString(),
  };
  expect(
    sumOf(
      [
        sale('1', 100, 4),
        sale('2', 20, 5),
        sale('3', 50, 1),
        sale('4', 10, 1, { currency: 'USD' }),
        sale('5', 70, 1, { payoutId: '6999' }),
      ],
      [payout],
    ),
  ).toMatchObject({
    count: 1,
    dueFils: 5_000,
    maybe: { fils: 12_000, count: 2 },
    unclear: 1,
    elsewhere: 1,
  });
});
