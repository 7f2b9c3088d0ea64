import { expect, test } from 'vitest';
import { createReadPayout } from '../../src/payouts/payout-record.ts';
import { sumDue } from '../../src/payouts/sum-due.ts';
import { tieOutRows } from '../../src/payouts/tie-out-rows.ts';
import { createRowReader } from '../../src/reports/row-reader.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { describePayouts, type Fields, ZONE } from './match-records.ts';

const NOW = Date.UTC(2026, 9, 20);

const row = (transactionId: string, orderId: string, status: string, amount: number, payoutId?: string) => ({
  transactionId,
  orderId,
  status,
  amount,
  fee: 0,
  createdAt: '2026-10-12 12:00:00',
  ...(payoutId === undefined ? {} : { payoutId }),
});
const payout = (grossAmount: number): Fields => ({
  payoutId: '7118',
  status: 'PAID_OUT',
  grossAmount,
  feeAmount: 0,
  netAmount: grossAmount,
  createdAt: '2026-10-14 10:00:00',
});

const tie = (transactions: readonly Fields[], payouts: readonly Fields[]) => {
  const readPayout = createReadPayout({ words: WORDS, timeZone: ZONE });
  const [asPayout, asTransaction] = [createRowReader('payouts', ZONE), createRowReader('transactions', ZONE)];
  return tieOutRows({
    payouts: payouts.map((fields) => readPayout(asPayout({ fields }))),
    rows: transactions.map((fields) => asTransaction({ fields })),
    words: WORDS,
    readFrom: 0,
    timeZone: ZONE,
  });
};

test.each([
  ['the refund of an earlier month’s payment', 200, 'out'],
  ['a payment that was refunded since', 250, 'returned'],
])('a lone row that says refunded is %s if the payout adds up with it as that', async (_, gross, moves) => {
  const rows = [row('T1', '9001', 'SUCCESS', 250, '7118'), row('T2', '8001', 'REFUNDED', 50, '7118')];
  const tied = await tie(rows, [payout(gross)]);
  expect(describePayouts(tied)).toEqual(['7118 proved by payout-id: T1, T2']);
  expect(tied.transactions.map((one) => one.moves)).toEqual(['in', moves]);
});

test.each([
  ['a refund where other refunds have rows of their own', [row('T3', '9001', 'REFUNDED', 20)], 250 - 20 - 50],
  ['a refunded payment where nothing tells', [], 250],
  [
    'a refunded payment where the rows of refunded payments say so, too',
    [
      { ...row('T4', '9002', 'REFUNDED', 30), type: 'REFUND' },
      { ...row('T5', '9002', 'REFUNDED', 30), type: 'PAYMENT' },
    ],
    250,
  ],
])('a lone row that says refunded counts as %s', async (_, others, due) => {
  const rows = [row('T1', '9001', 'SUCCESS', 250), row('T2', '8001', 'REFUNDED', 50), ...others];
  expect(sumDue(await tie(rows, []), NOW).dueFils).toBe(due * 100);
});
