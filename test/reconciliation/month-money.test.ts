// @module-tag postgres

import { expect, test } from 'vitest';
import { spanOfDays } from '../../src/calendar/date-span.ts';
import { systemClock } from '../../src/clock.ts';
import { leftFils } from '../../src/figures/movements.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { buildMonthDone } from '../../src/reconciliation/month-done-view.ts';
import { type MonthRead, reconcileMonth } from '../../src/reconciliation/reconcile.ts';
import { rowsOf } from '../exports/rows-of-sheet.ts';
import { buildPayment } from '../fixtures/card-cases.ts';
import { buildLink } from '../fixtures/links.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { type Makers, readFields, readRecordTable } from '../fixtures/record-tables.ts';
import { seen } from '../fixtures/seen.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { type Fields, tieOutRecords, ZONE } from '../payouts/match-records.ts';

const OCTOBER = spanOfDays('2026-10-01', '2026-10-31', ZONE);
const DAY = 86_400_000;
const TEAM = 'T1';
const NOW = OCTOBER.to + 10 * DAY;

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
    fils = 25_000,
  }: {
    createdAt?: number;
    orderId?: string;
    number?: number;
    state?: 'paid' | 'reported' | 'open';
    saleId?: string | null;
    fils?: number;
  } = {},
) => {
  const id = `lnk_${number}`;
  await store.links.reserve({
    ...buildLink({ nonce: id, invoiceId: `INV-${number}`, amountFils: fils }),
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
  if (state !== 'open') await store.links.move({ ...facts, to: state });
  else await store.links.record(facts);
};

const reconcile = async ({
  payouts = [],
  transactions = [],
  before = null,
}: {
  payouts?: Fields[] | null;
  transactions?: Fields[];
  before?: MonthRead['before'];
}) => {
  const readPayout = createRowReader('payouts', ZONE);
  const readTransaction = createRowReader('transactions', ZONE);
  const { sheets, figures } = await reconcileMonth(
    {
      teamId: TEAM,
      span: OCTOBER,
      around: { from: OCTOBER.from - 41 * DAY, to: OCTOBER.to + 10 * DAY },
      before,
      list: async (kind) => {
        if (kind === 'transactions')
          return { is: 'whole', rows: transactions.map((fields) => readTransaction({ fields })) };
        if (payouts === null) return { is: 'no-list' };
        return { is: 'whole', rows: payouts.map((fields) => readPayout({ fields })) };
      },
      words: WORDS,
      timeZone: ZONE,
      signal: new AbortController().signal,
    },
    store,
    { ...systemClock, now: () => NOW },
  );
  const named = (name: string) => rowsOf(sheets, name);
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
  expect(figures.owedFils).toBe(left - figures.feeFils);
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
  const { named } = await reconcile({ transactions: [sale(), sale({ transactionId: 'T2' })] });
  const differences = await named('Differences');
  expect(differences.map((row) => row['What'])).toContain('Chargeback');
  expect(differences.map((row) => `${row['What to do']}`).join()).not.toMatch(/Refund /);
  const [link] = await named('Links');
  expect(link).toMatchObject({
    Status: 'Disputed',
    'Refunded in the month (AED)': null,
    'Charged back in the month (AED)': '250.00',
  });
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
      paid in part | sale amount 200 | finding partly, amountFils 20000
      paid once, after it was declined | sale status FAILED + sale transactionId T2 | amountFils 25000
    Paid too much 250.00
      paid twice | sale + sale transactionId T2 | amountFils 50000
      paid twice, as only the service lists it | sale + sale transactionId T2 | amountFils 25000
    Paid too much 150.00
      paid twice and refunded in part | sale + sale transactionId T2 + refund amount 100
        | amountFils 50000, refundedFils 10000
    Paid too much 5.00
      overpaid | sale amount 255 | finding mismatch, amountFils 25500
    Another amount or currency came null
      paid in another currency | sale | finding mismatch, amountFils 6800, currency USD
    `,
    MAKERS,
  ),
)('a link $title: $heading', async ({ heading, records, more: [payment = ''] }) => {
  const fields = readFields(payment);
  await seedLink(fields, { state: /partly|mismatch/.test(`${fields['finding']}`) ? 'reported' : 'paid' });
  const inPayout = records.map((one) => ({ ...one, payoutId: '7118' }));
  const { named } = await reconcile({ payouts: [payout()], transactions: inPayout });
  const listed = (await named('Differences')).map((row) => `${row['What']} ${row['Amount (AED)']}`);
  const ofLink = listed.filter((one) => /^(Paid|Another)/.test(one)).join(', ');
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
  expect(figures).toMatchObject({
    paidOutFils: 9_500,
    receivedFils: 35_000,
    owedFils: 24_500,
    unexplainedFils: 0,
  });
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
  const lines = (await named('Bridge')).map((row) => `${row['Line']} ${row['AED']} ${row['Rows']}`);
  expect(lines).toContain('Paid out in the month -95.00 1');
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
  expect(figures).toMatchObject({ paidOutFils: null, receivedFils: 25_000, unexplainedFils: null });
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
  const { text } = seen(buildMonthDone(facts, figures, { hasMoved: false, timeZone: ZONE }));
  expect(text).toContain(
    'October 2026: received AED 250.00, paid out *not known*. ⚠️ What the service owes is not known · ',
  );
});

test('without a list of payouts, what was paid out is not known, and no payment is called late', async () => {
  const { figures, named } = await reconcile({ payouts: null, transactions: [sale()] });
  expect(figures).toMatchObject({
    receivedFils: 25_000,
    paidOutFils: null,
    unexplainedFils: null,
    owedFils: null,
  });
  expect(await named('Differences')).toEqual([]);
  expect((await named('Bridge')).map((row) => [row['Line'], row['AED']])).toContainEqual([
    'Paid out in the month: not known',
    null,
  ]);
});

test('a payment keeps the id of the payout that it names, which is not there', async () => {
  const { named } = await reconcile({ payouts: [payout()], transactions: [sale({ payoutId: '7999' })] });
  expect(await named('Transactions')).toMatchObject([
    { 'Payout ID': '7999', 'How sure': 'Names a payout that is not here' },
  ]);
});

test('a payment has the payout that its record names, though nobody has listed it', async () => {
  const { named } = await reconcile({ transactions: [sale({ payoutId: '6999' })] });
  expect((await named('Transactions')).map((row) => row['Payout ID'])).toEqual(['6999']);
});

test('a payout of the next month has its own sheet, and is in no sum', async () => {
  const { figures, named } = await reconcile({
    payouts: [payout(), payout({ payoutId: '7119', createdAt: '2026-11-02 10:00:00' })],
    transactions: [
      sale({ payoutId: '7118' }),
      sale({ transactionId: 'T2', orderId: '9002', payoutId: '7119', createdAt: '2026-10-31 12:00:00' }),
    ],
  });
  expect(figures).toMatchObject({ paidOutFils: 24_500, owedFils: 24_500, unexplainedFils: 0 });
  const ids = async (sheet: string) => (await named(sheet)).map((row) => row['Payout ID']);
  expect([await ids('Payouts'), await ids('Payouts of other months')]).toEqual([['7118'], ['7119']]);
});

test('a payment finds its link of an earlier month by only the order id', async () => {
  await seedLink({ amountFils: 25_000 }, { createdAt: OCTOBER.from - 5 * DAY });
  const { named } = await reconcile({ payouts: [], transactions: [sale()] });
  expect(await named('Links')).toMatchObject([
    { 'Invoice ID': 'INV-1', 'Received in the month (AED)': '250.00' },
  ]);
});

test('what went back in a later month is in no total of the month in which it was paid', async () => {
  const at = OCTOBER.to + 5 * DAY;
  const refunds = [{ kind: 'refund' as const, fils: 5_000, noticedAt: at, happenedAt: at }];
  await seedLink({ amountFils: 25_000, refundedFils: 5_000, refunds });
  const { named } = await reconcile({});
  expect(await named('Links')).toMatchObject([
    {
      Paid: { instant: OCTOBER.from + 12 * DAY },
      'Received in the month (AED)': '250.00',
      Refunded: null,
      'Refunded in the month (AED)': null,
    },
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
  const { named } = await reconcile({});
  expect(await named('Links')).toMatchObject([
    { Refunded: { instant: inMonth }, 'Refunded in the month (AED)': '50.00' },
  ]);
  // Every refund is made outside Paylink.
  expect((await named('Differences')).filter((row) => /refund/i.test(`${row['What']}`))).toEqual([]);
});

test('a sale paid with both of its links is one difference, by how much came beyond the due', async () => {
  await seedLink({ amountFils: 25_000 });
  await seedLink({ amountFils: 25_000 }, { number: 2, orderId: '9002', saleId: 'lnk_1' });
  const transactions = [sale(), sale({ transactionId: 'T2', orderId: '9002' })];
  const { figures, named } = await reconcile({ transactions });
  const odd = (await named('Differences')).filter((row) => row['What'] === 'Paid too much');
  expect(odd).toMatchObject([{ 'Invoice ID': 'INV-1, INV-2', 'Amount (AED)': '250.00' }]);
  expect(figures.toRefund).toEqual({ count: 1, fils: 25_000 });
  expect(await named('Owed to customers')).toMatchObject([
    {
      'Invoice ID': 'INV-1',
      Status: 'Paid',
      'Due (AED)': '250.00',
      'Received (AED)': '500.00',
      'Owed (AED)': '250.00',
    },
  ]);
});

test('a part payment and the rest of it are no difference, and nothing is owed', async () => {
  await seedLink({ finding: 'partly', amountFils: 10_000 }, { state: 'reported' });
  const part = await reconcile({ transactions: [sale({ amount: 100 })] });
  expect(part.figures).toMatchObject({ toCome: { count: 1, fils: 15_000 }, toRefund: { count: 0, fils: 0 } });
  expect(await part.named('Owed by customers')).toMatchObject([
    { Status: 'Partly paid', 'Due (AED)': '250.00', 'Received (AED)': '100.00', 'Owed (AED)': '150.00' },
  ]);
  await seedLink(
    { amountFils: 15_000 },
    { number: 2, orderId: '9002', saleId: 'lnk_1', fils: 15_000, createdAt: OCTOBER.from + 13 * DAY },
  );
  const { figures, named } = await reconcile({
    transactions: [sale({ amount: 100 }), sale({ transactionId: 'T2', orderId: '9002', amount: 150 })],
  });
  const differences = (await named('Differences')).map((row) => row['What']);
  expect(differences).not.toContain('Paid too much');
  expect(figures).toMatchObject({ toCome: { count: 0, fils: 0 }, toRefund: { count: 0, fils: 0 } });
  const links = await named('Links');
  expect(links.map((row) => [row['Status'], row['Received in the month (AED)']])).toEqual([
    ['Paid', '100.00'],
    ['Paid', '150.00'],
  ]);
});

test('what came too much in another month is in that month’s file', async () => {
  await seedLink({ amountFils: 50_000, happenedAt: OCTOBER.to + DAY });
  const { named } = await reconcile({ transactions: [sale({ status: 'FAILED' })] });
  expect([await named('Differences'), await named('Links')]).toEqual([[], []]);
});

test('what customers owe stands by its age below the bridge', async () => {
  for (const [at, days] of [100, 40, 12, 2].entries())
    await seedLink(
      { finding: 'declined' },
      { state: 'open', number: at + 1, orderId: `9${at}`, createdAt: NOW - days * DAY },
    );
  const lines = (await (await reconcile({})).named('Bridge')).map(
    (row) => `${row['Line']} ${row['AED']} ${row['Rows']}`,
  );
  expect(lines.filter((one) => one.startsWith('Owed by customers'))).toEqual([
    'Owed by customers, older than 90 days 250.00 1',
    'Owed by customers, 31 to 90 days old 250.00 1',
    'Owed by customers, 8 to 30 days old 250.00 1',
    'Owed by customers, up to 7 days old 250.00 1',
  ]);
});

test('a month that changed since its file was made says which figure was what, and what it counts from when', async () => {
  const { figures: then } = await reconcile({ payouts: [], transactions: [sale()] });
  expect(then.changed).toBeNull();
  const before = { at: OCTOBER.to + 3 * DAY, figures: then };
  const same = await reconcile({ payouts: [], transactions: [sale()], before });
  expect(same.figures.changed?.figures).toEqual([]);
  const transactions = [sale(), sale({ transactionId: 'T2', orderId: '9002', amount: 99.95, fee: 0 })];
  const { figures, named } = await reconcile({ payouts: null, transactions, before });
  const rows = (await named('Bridge')).map((row) => `${row['Line']} ${row['AED']}`);
  expect(rows.filter((row) => /^(Changed|To be paid out: of)/.test(row))).toEqual([
    'To be paid out: of what came since Fri 21 Aug 2026. Owed to and by customers: as of Tue 10 Nov 2026 null',
    'Changed since the file of Tue 3 Nov 2026: received, AED 250.00 then, now 349.95',
    'Changed since the file of Tue 3 Nov 2026: paid out, AED 0.00 then, now null',
    'Changed since the file of Tue 3 Nov 2026: to be paid out at the month’s end, AED 245.00 then, now null',
  ]);
  const facts = { title: 'October 2026', name: 'reconciliation-2026-10.xlsx' };
  expect(seen(buildMonthDone(facts, figures, { hasMoved: false, timeZone: ZONE })).text).toContain(
    'received AED 250.00 → AED 349.95 · paid out AED 0.00 → not known · ',
  );
});
