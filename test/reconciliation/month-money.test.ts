// @module-tag postgres

import { expect, test } from 'vitest';
import { countBatch } from '../../src/batches/count-batch.ts';
import { spanOfDays } from '../../src/calendar/date-span.ts';
import { buildReconciliationDone } from '../../src/exports/export-done-view.ts';
import { leftFils } from '../../src/figures/movements.ts';
import { buildMonthSheets } from '../../src/reconciliation/month-sheets.ts';
import { createReconcileMonth } from '../../src/reconciliation/reconcile.ts';
import { createRowReader } from '../../src/reports/row-reader.ts';
import type { Sheet } from '../../src/reports/table.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { type Makers, readFields, readRecordTable } from '../fixtures/record-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { type Fields, tieOutRecords, ZONE } from '../payouts/match-records.ts';
import { makeUpBatch } from '../stories/made-up.ts';

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
  status: 'PAID_OUT',
  grossAmount: 250,
  feeAmount: 5,
  netAmount: 245,
  createdAt: '2026-10-14 10:00:00',
  ...fields,
});

const { store } = storePerTest();

const seedLink = async (
  payment: Parameters<typeof buildPayment>[0],
  {
    createdAt = OCTOBER.from + DAY,
    orderId = '9001',
    number = 1,
    state = 'paid',
    saleId = null,
  }: {
    createdAt?: number;
    orderId?: string;
    number?: number;
    state?: 'paid' | 'open';
    saleId?: string | null;
  } = {},
) => {
  const id = `lnk_${number}`;
  await store.links.reserve({
    ...buildLink({ nonce: id, invoiceId: `INV-${number}`, amountFils: 25_000 }),
    id,
    saleId,
    teamId: TEAM,
    callbackTokenHash: id,
    at: createdAt,
  });
  const address = `https://pay.example/${number}`;
  await store.links.move({ id, to: 'open', at: createdAt + 1, cause: 'answered', orderId, address });
  const facts = {
    payment: buildPayment({ finding: 'confirmed', happenedAt: OCTOBER.from + 12 * DAY, ...payment }),
    ...{ id, at: createdAt + 2, cause: 'answered' as const },
  };
  if (state === 'paid') await store.links.move({ ...facts, to: 'paid' });
  else await store.links.record(facts);
};

const rowsOf = async ({ columns, batches }: Sheet) => {
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

const MAKERS: Makers<Fields> = { sale, refund };

const leftIn = (transactions: readonly Fields[]): number =>
  tieOutRecords({ payouts: [], transactions }).due.reduce((sum, one) => sum + leftFils(one), 0);

test.each(
  readRecordTable(
    `
    20000
      a part, related by the order | sale refundedAmount 50 + refund
      a part, related by the transaction | sale refundedAmount 50
        + refund orderId null, originalTransactionId T1
    0
      the whole payment | sale status REFUNDED + refund amount 250
    17000
      two parts, of which the payment’s row has one | sale refundedAmount 50 + refund
        + refund transactionId R2, amount 30
      less than the payment’s row says | sale refundedAmount 80 + refund
    25000
      the second of two payments of an order | sale + sale transactionId T2, status REFUNDED + refund amount 250
    40000
      both of two payments of an order | sale refundedAmount 50 + sale transactionId T2, refundedAmount 50
        + refund + refund transactionId R2
    `,
    MAKERS,
  ),
)('a refund in two rows is subtracted once: $title: $heading fils left', async ({ heading, records }) => {
  const left = Number(heading);
  expect(leftIn(records)).toBe(left);
  const { figures, named } = await reconcile({ transactions: records });
  expect([figures.receivedFils, figures.toComeFils]).toEqual([left, left]);
  const rows = await named('Transactions');
  const fils = (column: string) => rows.reduce((sum, row) => sum + 100 * Number(row[column] ?? 0), 0);
  expect(fils('Received (AED)') - fils('Refunded (AED)')).toBe(left);
  expect(fils('Counts as (AED)')).toBe(left);
});

test('what goes back keeps its name in the workbook, and chargebacks a sum of their own', async () => {
  const { named } = await reconcile({
    transactions: [
      sale(),
      refund(),
      refund({ transactionId: 'C1', type: 'CHARGEBACK', amount: -120, fee: 50, status: 'OPEN' }),
      refund({ transactionId: 'W1', type: 'CHARGEBACK_REVERSAL', amount: 120, originalTransactionId: 'C1' }),
      refund({ transactionId: 'C2', type: 'CHARGEBACK', amount: 30 }),
    ],
  });
  const rows = await named('Transactions');
  expect(rows.map((row) => [row['What'], row['Counts as (AED)']])).toEqual([
    ['Payment', '250.00'],
    ['Refund', '-50.00'],
    ['Chargeback', '-120.00'],
    ['Chargeback, won back', '120.00'],
    ['Chargeback', '-30.00'],
  ]);
  const fils = (column: string) => rows.reduce((sum, row) => sum + 100 * Number(row[column] ?? 0), 0);
  expect([fils('Refunded (AED)'), fils('Charged back (AED)')]).toEqual([5_000, 3_000]);
  const lines = (await named('Bridge')).map((row) => `${row['Line']} ${row['AED']}`);
  expect(lines).toContain('Refunded in the month -50.00');
  expect(lines).toContain('Charged back in the month -30.00');
});

test('a link that was charged back is no refund, and nobody is told to give it back, too', async () => {
  const chargeback = { kind: 'chargeback', noticedAt: OCTOBER.from + 5 * DAY, happenedAt: null } as const;
  await seedLink({
    ...{ finding: 'disputed', dispute: 'open', amountFils: 50_000, refundedFils: 25_000 },
    refunds: [{ ...chargeback, fils: 25_000 }],
  });
  const { figures, named } = await reconcile({ transactions: [sale(), sale({ transactionId: 'T2' })] });
  expect([figures.linksRefundedFils, figures.linksChargedBackFils]).toEqual([0, 25_000]);
  const differences = await named('Differences');
  expect(differences.map((row) => row['What'])).toContain('Charged back');
  expect(differences.map((row) => `${row['Next'] ?? row['What to do']}`).join()).not.toMatch(/Refund /);
  const [link] = await named('Links');
  expect(link).toMatchObject({ State: 'Disputed', 'Charged back in the month (AED)': '250.00' });
});

test('refunds of two orders are both subtracted', () => {
  const transactions = [sale({ refundedAmount: 50 }), refund({ orderId: '9002' })];
  expect(leftIn(transactions)).toBe(15_000);
});

test.each(
  readRecordTable(
    `
    no difference
      paid in two parts | sale amount 200 + sale transactionId T2, amount 50 | amountFils 25000
      paid twice and refunded once | sale + sale transactionId T2 + refund amount 250
        | amountFils 50000, refundedFils 25000
      paid twice and refunded in a later month | sale + sale transactionId T2
        | amountFils 50000, refundedFils 25000
    Paid a different amount 250.00, Paid more than once 250.00
      paid twice | sale + sale transactionId T2 | amountFils 50000
    Paid a different amount 250.00, Paid more than once 150.00
      paid twice and refunded in part | sale + sale transactionId T2 + refund amount 100
        | amountFils 50000, refundedFils 10000
    `,
    MAKERS,
  ),
)('a link $title: $heading', async ({ heading, records, more: [payment = ''] }) => {
  await seedLink(readFields(payment));
  const inPayout = records.map((one) => ({ ...one, payoutId: '7118' }));
  const { named } = await reconcile({ payouts: [payout()], transactions: inPayout });
  const listed = (await named('Differences')).map((row) => `${row['What']} ${row['Amount (AED)']}`);
  const ofLink = listed.filter((one) => one.startsWith('Paid')).join(', ');
  expect(ofLink || 'no difference').toBe(heading);
});

test('money in a returned payout is due again, and does not count as paid out', async () => {
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

test('what cannot be read or is in another currency is counted, and in no sum', async () => {
  const { figures, named } = await reconcile({
    payouts: [
      payout({ createdAt: '2026-10-11 10:00:00' }),
      payout({ payoutId: '7119', currency: 'USD' }),
      payout({ payoutId: '7120', grossAmount: undefined, netAmount: undefined }),
      payout({ payoutId: '7121', currency: 'USD', status: 'FAILED' }),
    ],
    transactions: [sale(), sale({ transactionId: 'T2', orderId: '9002', amount: '250.005' })],
  });
  expect(figures).toMatchObject({
    ...{ payouts: 4, paidOutFils: 24_500, withoutNet: 2 },
    ...{ transactions: 2, unreadable: 1, receivedFils: 25_000, toComeFils: 0, untoldFils: 25_000 },
  });
  const payouts = await named('Payouts');
  expect(payouts.map((row) => [row['Net (AED)'], row['Came back (AED)']])).toEqual([
    ['245.00', null],
    [null, null],
    [null, null],
    [null, null],
  ]);
  expect((await named('Transactions')).map((row) => row['Counts as (AED)'])).toEqual(['250.00', null]);
  const [back] = (await named('Differences')).filter((row) => row['What'] === 'Payout came back');
  expect(back).toMatchObject({ 'Payout ID': '7121', 'Amount (AED)': null });
  const facts = { title: 'October 2026', name: 'reconciliation-2026-10.xlsx' };
  const { text } = seen(buildReconciliationDone(facts, figures, []));
  expect(text).toContain('; 2 without a net in AED, in no sum');
  expect(text).toContain(
    'AED 250.00 received less refunds and chargebacks, how much of it is paid out is not known (the service does not say which payments are in which payout)',
  );
  expect(text).toContain('; 1 cannot be read, in no sum');
});

test('a payout of the next month has its own sheet, and is in no sum', async () => {
  const { figures, named } = await reconcile({
    payouts: [payout(), payout({ payoutId: '7119', createdAt: '2026-11-02 10:00:00' })],
    transactions: [
      sale({ payoutId: '7118' }),
      sale({ transactionId: 'T2', orderId: '9002', payoutId: '7119', createdAt: '2026-10-31 12:00:00' }),
    ],
  });
  expect(figures).toMatchObject({ payouts: 1, paidOutFils: 24_500, proved: 1, toComeFils: 0 });
  const ids = async (sheet: string) => (await named(sheet)).map((row) => row['Payout ID']);
  expect([await ids('Payouts'), await ids('Payouts of other months')]).toEqual([['7118'], ['7119']]);
});

test('a payment finds its link of an earlier month by only the order id', async () => {
  await seedLink({ amountFils: 25_000 }, { createdAt: OCTOBER.from - 5 * DAY });
  const { figures, named } = await reconcile({ payouts: [], transactions: [sale()] });
  expect(figures).toMatchObject({ foreign: 0, links: 0 });
  expect(await named('Links')).toMatchObject([
    { 'Invoice ID': 'INV-1', 'Made in the month (AED)': null, 'Received in the month (AED)': '250.00' },
  ]);
});

test('what went back in a later month is in no total of the month in which it was paid', async () => {
  const at = OCTOBER.to + 5 * DAY;
  const refunds = [{ kind: 'refund' as const, fils: 5_000, noticedAt: at, happenedAt: at }];
  await seedLink({ amountFils: 25_000, refundedFils: 5_000, refunds });
  const { figures, named } = await reconcile({});
  expect(figures).toMatchObject({ linksReceivedFils: 25_000, linksRefundedFils: 0 });
  expect(await named('Links')).toMatchObject([
    {
      Paid: { instant: OCTOBER.from + 12 * DAY },
      'Received in the month (AED)': '250.00',
      Refunded: { instant: at },
      'Refunded in the month (AED)': null,
    },
  ]);
});

test('the workbook says which times count, below the bridge', async () => {
  const lines = (await (await reconcile({})).named('Bridge')).map((row) => row['Line']);
  expect(lines.slice(-4)).toEqual([
    '',
    expect.stringMatching(/^Links made with Paylink count by the times of their payments and refunds/),
    expect.stringMatching(/^Payouts and transactions are as the payment service listed them/),
    'All times are those of Dubai.',
  ]);
});

test('of two refunds of a link each is in its own month, on every sheet', async () => {
  const [inMonth, later] = [OCTOBER.from + 20 * DAY, OCTOBER.to + 5 * DAY];
  await seedLink({
    ...{ amountFils: 25_000, refundedFils: 8_000 },
    refunds: [
      { kind: 'refund', fils: 5_000, noticedAt: later, happenedAt: inMonth },
      { kind: 'refund', fils: 3_000, noticedAt: later, happenedAt: later },
    ],
  });
  const { figures, named } = await reconcile({});
  expect(figures).toMatchObject({ linksReceivedFils: 25_000, linksRefundedFils: 5_000 });
  expect(await named('Links')).toMatchObject([
    { Refunded: { instant: inMonth }, 'Refunded in the month (AED)': '50.00' },
  ]);
  const refunded = (await named('Differences')).filter((row) => row['What'] === 'Refunded outside Paylink');
  expect(refunded).toMatchObject([{ When: { instant: inMonth }, 'Amount (AED)': '50.00' }]);
});

test('a link whose payment was declined is not paid on the sheet', async () => {
  await seedLink({ finding: 'declined', amountFils: 25_000 }, { state: 'open' });
  const { named } = await reconcile({});
  expect(await named('Links')).toMatchObject([{ State: 'Waiting', Paid: null, 'Paid (AED)': null }]);
});

test('a sale paid with both of its links is one difference', async () => {
  await seedLink({ amountFils: 25_000 });
  await seedLink({ amountFils: 25_000 }, { number: 2, orderId: '9002', saleId: 'lnk_1' });
  const transactions = [sale(), sale({ transactionId: 'T2', orderId: '9002' })];
  const { named } = await reconcile({ transactions });
  const [only, ...more] = (await named('Differences')).filter((row) => row['What'] === 'Sale paid twice');
  expect(more).toEqual([]);
  expect([only?.['Amount (AED)'], only?.['Why']]).toEqual([
    '250.00',
    expect.stringMatching(/The customer also paid INV-[12] for the same sale/),
  ]);
});

test('what a file asked for is what was made of it and what was not', async () => {
  const cast = { teamId: TEAM, channelId: 'C1', personId: 'U1', qrFileId: 'F1' };
  const batch = makeUpBatch(cast, { rows: 3, sumFils: 44_500, state: 'done' });
  const link = { state: 'paid', payment: { finding: 'confirmed' }, isReplaced: false } as const;
  const counts = countBatch(batch, [
    { row: 'made', link, rows: 1, sumFils: 30_000 },
    { row: 'made', link: { ...link, state: 'open', payment: null }, rows: 1, sumFils: 10_000 },
    { row: 'refused', link: null, rows: 1, sumFils: 4_500 },
    // Nobody chose it.
    { row: 'left', link: null, rows: 1, sumFils: 1_000 },
  ]);
  const nothing = { payouts: [], transactions: [] };
  const sheets = buildMonthSheets(
    nothing,
    { links: [], batches: [{ batch, counts }], linkOf: new Map() },
    [],
    ZONE,
  );
  const [row] = await rowsOf(sheets.find(({ name }) => name === 'Batches') ?? expect.fail());
  expect(row).toMatchObject({
    'Asked (AED)': '445.00',
    'Links (AED)': '400.00',
    'Paid (AED)': '300.00',
    'Still to come (AED)': '100.00',
    'Not made (AED)': '45.00',
  });
});

test('a link that can be paid and that was replaced is not plainly waiting', async () => {
  await seedLink({ finding: 'declined' }, { state: 'open' });
  await seedLink({ finding: 'declined' }, { state: 'open', number: 2, orderId: '9002', saleId: 'lnk_1' });
  const { named } = await reconcile({});
  const states = (await named('Links')).map((row) => `${row['Invoice ID']}: ${row['State']}`).sort();
  expect(states).toEqual(['INV-1: Replaced by INV-2', 'INV-2: Waiting']);
});
