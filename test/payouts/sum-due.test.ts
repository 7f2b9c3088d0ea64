import { expect, test } from 'vitest';
import { sumDue, sumLikely } from '../../src/payouts/sum-due.ts';
import { type Makers, readFields, readRecords, readRows } from '../fixtures/record-tables.ts';
import { type Fields, tieOutRecords, ZONE } from './match-records.ts';

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
  const { byAge, netFils, payments } = sumOf([
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
    expect.objectContaining({ words: 'Older than 14 days', netFils: 19_200, payments: 2 }),
    expect.objectContaining({ words: '8 to 14 days', netFils: 4_800, payments: 2 }),
    expect.objectContaining({ words: '4 to 7 days', netFils: 1_200, payments: 2 }),
    expect.objectContaining({ words: 'Up to 3 days', netFils: 300, payments: 2 }),
  ]);
  expect({ netFils, payments }).toEqual({ netFils: 25_500, payments: 8 });
});

test('a payment that is listed twice counts once, and parts of it under one id each', () => {
  expect(sumOf([sale('1', 10, 2), sale('1', 10, 2)])).toMatchObject({ payments: 1, netFils: 1_000 });
  expect(sumOf([sale('1', 10, 2), sale('1', 5, 2), sale('1', 10, 1)])).toMatchObject({
    payments: 3,
    netFils: 2_500,
  });
});

test('an age without payments is left out, and a payment dated in the future is new', () => {
  expect(sumOf([sale('1', 10, 20), sale('2', 5, -1)]).byAge).toEqual([
    expect.objectContaining({ words: 'Older than 14 days', netFils: 1_000 }),
    expect.objectContaining({ words: 'Up to 3 days', netFils: 500 }),
  ]);
});

const MAKERS: Makers<Fields> = {
  sale: ({ amount = 100, ...more }) => sale('1', Number(amount), 1, more),
  refund: (more) => sale('2', 30, 1, { type: 'REFUND', orderId: '91', ...more }),
};

test.each(
  readRows(`
  in both rows, under one id | sale orderId undefined, refundedAmount 30 + refund transactionId "1", orderId undefined
    | receivedFils 10000, refundedFils 3000, netFils 7000
  in both rows, which nothing joins | sale refundedAmount 30 + refund orderId undefined
    | receivedFils 10000, refundedFils 3000, netFils 7000
  in rows of different orders | sale refundedAmount 30 + refund orderId "92"
    | receivedFils 10000, refundedFils 6000, netFils 4000
  in full, by the payment’s own state | sale status REFUNDED + sale transactionId "2", orderId "92", amount 50
    | receivedFils 15000, refundedFils 10000, netFils 5000
  beside the fees of both | sale fee 5 + refund fee 1 | refundedFils 3000, feeFils 600, netFils 6400, withoutFee 0
  without a fee that the service states | sale | netFils 10000, withoutFee 1
  of a payment that is no longer due | refund | receivedFils 0, refundedFils 3000, netFils -3000
  `),
)('a refund is subtracted once: %s', (_, transactions = '', sums = '') => {
  expect(sumOf(readRecords(transactions, MAKERS))).toMatchObject(readFields(sums));
});

const payout: Fields = {
  payoutId: '7001',
  status: 'PAID_OUT',
  grossAmount: 99,
  netAmount: 99,
  createdAt: new Date(NOW - 2 * DAY_MS).toISOString(),
};

test('what a payout that nothing joins may hold, is unreadable, or names an unknown payout is told apart', () => {
  const transactions = [
    sale('1', 100, 4),
    sale('2', 50, 1),
    sale('4', 10, 1, { currency: 'USD' }),
    sale('5', 70, 1, { payoutId: '6999' }),
  ];
  expect(sumOf(transactions, [payout])).toMatchObject({
    ...{ payments: 2, netFils: 15_000, unreadable: 1, elsewhere: 1 },
    unjoined: { payouts: 1, fils: 9_900 },
  });
});

test.each([
  ['no payout number, nothing shows what is due', {}, false],
  ['a payout number, the rest is due', { payoutId: '7001' }, true],
])('with %s', (_, more, isJoinable) => {
  const transactions = [sale('1', 99, 4, more), sale('2', 50, 1)];
  expect(tieOutRecords({ payouts: [payout], transactions }).isJoinable).toBe(isJoinable);
});

/** At noon in Dubai, so many days before now. */
const noon = (days: number): string => new Date(NOW - days * DAY_MS).toISOString();
const bare = (payoutId: string, netAmount: number, days: number, more: Fields = {}): Fields => ({
  ...{ payoutId, status: 'PAID_OUT', netAmount, createdAt: noon(days), ...more },
});

test('where nothing joins them, what came after the last day that a payout has the sum of is likely due', () => {
  const transactions = [
    sale('1', 100, 6, { fee: 1 }),
    sale('2', 40, 5, { fee: 1 }),
    sale('3', 60, 4, { fee: 1 }),
    sale('4', 30, 4, { type: 'REFUND', fee: 0 }),
    sale('5', 50, 2, { fee: 2 }),
    sale('6', 20, 1, { status: 'FAILED' }),
    sale('7', 10, 0, { fee: 1 }),
  ];
  const payouts = [
    bare('7001', 99, 4),
    bare('7002', 29, 2),
    bare('7003', 77, 1),
    bare('7004', 77, 1, { status: 'RETURNED' }),
  ];
  const { after, alike, days } = sumLikely(tieOutRecords({ payouts, transactions }), ZONE);
  expect([after?.date, after?.sums.netFils, alike]).toEqual(['Fri 20 Nov 2026', 5_700, 2]);
  // The rest is for a person: days and payouts without a match.
  expect(days.map((one) => [one.date, one.netFils, one.payouts, one.paidOut.fils])).toEqual([
    ['Tue 24 Nov 2026', 900, 0, 0],
    ['Mon 23 Nov 2026', 0, 1, 7_700],
    ['Sun 22 Nov 2026', 4_800, 0, 0],
    ['Thu 19 Nov 2026', 3_900, 0, 0],
  ]);
});

test('a day is in one payout only, and without a match nothing is likely', () => {
  const transactions = [sale('1', 100, 3, { fee: 1 }), sale('2', 5, 0, { fee: 1 })];
  const twice = [bare('7001', 99, 2), bare('7002', 99, 1)];
  const { alike, days } = sumLikely(tieOutRecords({ payouts: twice, transactions }), ZONE);
  expect([alike, days.map((one) => one.payouts)]).toEqual([1, [0, 1]]);
  const none = sumLikely(tieOutRecords({ payouts: [bare('7001', 98, 2)], transactions }), ZONE);
  expect([none.after, none.alike]).toEqual([null, 0]);
});

test('what a payout paid under a name that nobody knows is not known, never 0', () => {
  const strange = {
    payoutId: '7003',
    status: 'PAID',
    createdAt: payout.createdAt,
    wiredToBank: 99.5,
    pcs: 12,
  };
  const lists = tieOutRecords({ payouts: [payout, strange], transactions: [sale('1', 99, 1)] });
  const paid = { fils: null, columns: ['wiredToBank'] };
  expect(sumDue(lists, NOW).unjoined).toMatchObject(paid);
  expect(sumLikely(lists, ZONE).days.find((day) => day.payouts > 0)?.paidOut).toMatchObject(paid);
});
