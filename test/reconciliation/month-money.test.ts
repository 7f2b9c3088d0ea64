import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WorkbookSheet } from '../../src/exports/workbook/workbook-stream.ts';
import { sumDue } from '../../src/payouts/sum-due.ts';
import { createReconcileMonth } from '../../src/reconciliation/reconcile.ts';
import { spanOfDays } from '../../src/reports/date-span.ts';
import { createRowReader } from '../../src/reports/row-reader.ts';
import type { Store } from '../../src/store/open-store.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';
import { type Fields, tieOutRecords, WORDS, ZONE } from '../payouts/match-records.ts';

const OCTOBER = spanOfDays('2026-10-01', '2026-10-31', ZONE);
const DAY = 86_400_000;
const TEAM = 'T1';

const sale = (fields: Fields = {}): Fields => ({
  transactionId: 'T1',
  orderId: '9001',
  type: 'PAYMENT',
  status: 'SUCCESS',
  amount: 250,
  fee: 5,
  createdAt: '2026-10-12 12:00:00',
  ...fields,
});
const refund = (fields: Fields = {}): Fields =>
  sale({ transactionId: 'R1', type: 'REFUND', amount: 50, fee: 0, ...fields });
const payout = (fields: Fields = {}): Fields => ({
  payoutId: '7118',
  status: 'PROCESSED',
  grossAmount: 250,
  feeAmount: 5,
  netAmount: 245,
  createdAt: '2026-10-14 10:00:00',
  ...fields,
});

let database: TestDatabase;
let store: Store;

beforeEach(async () => {
  database = await createTestDatabase();
  store = await database.open();
});

afterEach(() => database.remove());

const seedLink = async (
  payment: Parameters<typeof buildPayment>[0],
  { createdAt = OCTOBER.from + DAY, orderId = '9001' } = {},
) => {
  const id = 'lnk_1';
  await store.links.reserve({
    ...buildLink({ nonce: id, invoiceId: 'INV-1', amountFils: 25_000 }),
    id,
    teamId: TEAM,
    callbackTokenHash: id,
    at: createdAt,
  });
  await store.links.move({ id, to: 'open', at: createdAt + 1, cause: 'answered', orderId });
  await store.links.move({
    id,
    to: 'paid',
    at: createdAt + 2,
    cause: 'answered',
    payment: buildPayment({ finding: 'confirmed', happenedAt: OCTOBER.from + 12 * DAY, ...payment }),
  });
};

const rowsOf = async ({ columns, batches }: WorkbookSheet) => {
  const rows: Record<string, unknown>[] = [];
  for await (const batch of batches)
    for (const row of batch) {
      const cells = row.map((cell, at) => [
        columns[at]?.title,
        cell !== null && typeof cell === 'object' && 'decimal' in cell ? cell.decimal : cell,
      ]);
      rows.push(Object.fromEntries(cells));
    }
  return rows;
};

const reconcile = async ({ payouts = [], transactions = [] }: Record<string, Fields[]>) => {
  const readPayout = createRowReader('payouts', ZONE);
  const readTransaction = createRowReader('transactions', ZONE);
  const { sheets, figures } = await createReconcileMonth(store)({
    teamId: TEAM,
    span: OCTOBER,
    readFrom: OCTOBER.from - 41 * DAY,
    readTo: OCTOBER.to + 10 * DAY,
    payouts: payouts.map((fields) => readPayout({ fields })),
    transactions: transactions.map((fields) => readTransaction({ fields })),
    words: WORDS,
    timeZone: ZONE,
    signal: new AbortController().signal,
  });
  const named = async (name: string) => {
    const sheet = sheets.find((one) => one.name === name);
    return sheet ? rowsOf(sheet) : expect.fail(name);
  };
  return { figures, named };
};

const TOLD_TWICE: [title: string, transactions: Fields[], leftFils: number][] = [
  ['a part of a payment, by its order', [sale({ refundedAmount: 50 }), refund()], 20_000],
  [
    'a part of a payment, by its id',
    [sale({ refundedAmount: 50 }), refund({ orderId: null, originalTransactionId: 'T1' })],
    20_000,
  ],
  ['a payment that says refunded', [sale({ status: 'REFUNDED' }), refund({ amount: 250 })], 0],
  [
    'two parts, of which the payment says less',
    [sale({ refundedAmount: 50 }), refund(), refund({ transactionId: 'R2', amount: 30 })],
    17_000,
  ],
  ['less than the payment says', [sale({ refundedAmount: 80 }), refund()], 17_000],
  [
    'the second of two payments of one order',
    [sale(), sale({ transactionId: 'T2', status: 'REFUNDED' }), refund({ amount: 250 })],
    25_000,
  ],
  [
    'each of two payments of one order',
    [
      sale({ refundedAmount: 50 }),
      sale({ transactionId: 'T2', refundedAmount: 50 }),
      refund(),
      refund({ transactionId: 'R2' }),
    ],
    40_000,
  ],
];

test.each(TOLD_TWICE)('a refund that is told twice is taken off once: %s', async (_, transactions, left) => {
  expect(sumDue(tieOutRecords({ payouts: [], transactions }), OCTOBER.to).dueFils).toBe(left);
  const { figures, named } = await reconcile({ transactions });
  expect([figures.receivedFils, figures.toComeFils]).toEqual([left, left]);
  const rows = await named('Transactions');
  const fils = (heading: string) => rows.reduce((sum, row) => sum + 100 * Number(row[heading] ?? 0), 0);
  expect(fils('Amount (AED)') - fils('Refunded since (AED)')).toBe(left);
});

test('refunds of different orders are each taken off', () => {
  const transactions = [sale({ refundedAmount: 50 }), refund({ orderId: '9002' })];
  expect(sumDue(tieOutRecords({ payouts: [], transactions }), OCTOBER.to).dueFils).toBe(15_000);
});

test.each<[title: string, payment: object, transactions: Fields[], what: string[]]>([
  [
    'paid in two parts is no difference',
    { amountFils: 25_000 },
    [sale({ amount: 200 }), sale({ transactionId: 'T2', amount: 50 })],
    [],
  ],
  [
    'paid twice is one, by what came too much',
    { amountFils: 50_000 },
    [sale(), sale({ transactionId: 'T2' })],
    ['Paid a different amount 250.00', 'Paid more than once 250.00'],
  ],
  [
    'paid twice, and refunded once, is settled',
    { amountFils: 50_000, refundedFils: 25_000 },
    [sale(), sale({ transactionId: 'T2' }), refund({ amount: 250 })],
    [],
  ],
  [
    'paid twice, and refunded in a later month, is settled',
    { amountFils: 50_000, refundedFils: 25_000 },
    [sale(), sale({ transactionId: 'T2' })],
    [],
  ],
  [
    'paid twice, and refunded in part, still has the rest',
    { amountFils: 50_000, refundedFils: 10_000 },
    [sale(), sale({ transactionId: 'T2' }), refund({ amount: 100 })],
    ['Paid a different amount 250.00', 'Paid more than once 150.00'],
  ],
])('a link that is %s', async (_, payment, transactions, what) => {
  await seedLink(payment);
  const inPayout = transactions.map((one) => ({ ...one, payoutId: '7118' }));
  const { named } = await reconcile({ payouts: [payout()], transactions: inPayout });
  const told = (await named('Differences')).map((row) => `${row['What']} ${row['Amount (AED)']}`);
  expect(told.filter((one) => one.startsWith('Paid'))).toEqual(what);
});

test('money in a payout that came back is due again, and none of it stands as paid out', async () => {
  const { figures, named } = await reconcile({
    payouts: [payout({ status: 'FAILED' }), payout({ payoutId: '7119', grossAmount: 100, netAmount: 95 })],
    transactions: [
      sale({ payoutId: '7118' }),
      sale({ transactionId: 'T2', orderId: '9002', amount: 100, payoutId: '7119' }),
    ],
  });
  expect(figures).toMatchObject({ payouts: 2, paidOutFils: 9_500, receivedFils: 35_000, toComeFils: 25_000 });
  const [back, paid] = await named('Transactions');
  expect([back?.['Payout ID'], back?.['Paid out'], back?.['How sure']]).toEqual([
    '7118',
    null,
    'In a payout that came back: due again',
  ]);
  expect([paid?.['Payout ID'], paid?.['How sure']]).toEqual(['7119', 'Sure: joined by id']);
  const payouts = await named('Payouts');
  expect(payouts.map((row) => [row['Net (AED)'], row['Came back (AED)']])).toEqual([
    ['95.00', null],
    [null, '245.00'],
  ]);
});

test('a payout of the days after counts in its own month, and says so on the sheet', async () => {
  const { figures, named } = await reconcile({
    payouts: [payout(), payout({ payoutId: '7119', createdAt: '2026-11-02 10:00:00' })],
    transactions: [
      sale({ payoutId: '7118' }),
      sale({ transactionId: 'T2', orderId: '9002', payoutId: '7119', createdAt: '2026-10-31 12:00:00' }),
    ],
  });
  expect(figures).toMatchObject({ payouts: 1, paidOutFils: 24_500, proved: 1, toComeFils: 0 });
  expect((await named('Payouts')).map((row) => row['In this month'])).toEqual(['Yes', 'No']);
});

test('a link of an earlier month is found by its order id where a payment has nothing else', async () => {
  await seedLink({ amountFils: 25_000 }, { createdAt: OCTOBER.from - 5 * DAY });
  const { figures, named } = await reconcile({ payouts: [], transactions: [sale()] });
  expect(figures).toMatchObject({ foreign: 0, links: 1 });
  expect((await named('Links')).map((row) => [row['Invoice ID'], row['In this month']])).toEqual([
    ['INV-1', 'No'],
  ]);
});
