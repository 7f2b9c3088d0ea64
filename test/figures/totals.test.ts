import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ReportKind } from '../../src/figures/listed-row.ts';
import { createMovementReader, type Movement } from '../../src/figures/movements.ts';
import { createTotals, type Totals } from '../../src/figures/totals.ts';
import { describeSums } from '../../src/listings/listing-words.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { type Fields, type Makers, readRecordTable } from '../fixtures/record-tables.ts';
import { runs, testAtLength } from '../fixtures/whole-suite.ts';

const ZONE = 'Asia/Dubai';

const readRow = {
  transactions: createRowReader('transactions', ZONE),
  payouts: createRowReader('payouts', ZONE),
  links: createRowReader('links', ZONE),
};
const readRows = (kind: ReportKind, rows: readonly Fields[]) =>
  rows.map((fields) => readRow[kind]({ fields }));
const totalsOf = (rows: readonly Fields[], kind: ReportKind = 'transactions') => {
  const totals = createTotals({ kind, words: WORDS });
  totals.add(readRows(kind, rows));
  return totals.result();
};
/** `received AED 250.00` of each class with an amount. */
const describeClasses = ({ byClass }: Totals) =>
  byClass.map(({ is, currency, fils, rows, withoutAmount }) =>
    rows === withoutAmount ? `${is} without amount` : `${is} ${currency} ${fils}`,
  );
const refunded = ({ refunds }: Totals) => refunds.map(({ fils, isAtLeast }) => [fils, isAtLeast]);

const sale = (more: Fields = {}): Fields => ({
  transactionId: 'T1',
  status: 'SUCCESS',
  amount: 250,
  ...more,
});

const MAKERS: Makers<Fields> = { sale, row: (fields) => fields };
const everyRow = (kind: ReportKind, table: string) =>
  test.each(readRecordTable(table, MAKERS))(`${kind}: $heading: $title`, ({ heading, records }) => {
    expect(describeClasses(totalsOf(records, kind))).toEqual([heading]);
  });

everyRow(
  'transactions',
  `
  received AED 25000
    a payment | sale
    a payment with a fee | sale fee.amount 5, netAmount 245
    a partly refunded payment | sale status PARTIALLY_REFUNDED, refundedAmount 50
    dirhams by another name | sale currency Dhs
    a payment that says refunded | sale status REFUNDED
  received without amount
    two amounts that differ | sale amount 250, paidAmount 200
  failed AED 25000
    a declined try | sale status FAILED
    a payment that was voided | sale status VOIDED, isPaid true
    a refund that failed | sale type REFUND, status FAILED
  expired AED 25000
    an expired try | sale status EXPIRED
  waiting AED 25000
    a pending payment | sale status PENDING
  refunded AED 25000
    a refund | sale type REFUND
    a row with the status refunded that names another | sale status REFUNDED, originalTransactionId T0
    a payment below zero | sale amount -250
    a chargeback | sale type CHARGEBACK
  refunded AED 5000
    a refund with the payment’s amount too | sale type REFUND, refundedAmount 50
  unclassified AED 25000
    a partly refunded payment that does not say how much | sale status PARTIALLY_REFUNDED
    an unknown status | sale status ZORP
  other AED 25000
    an authorisation | sale type AUTHORIZATION
    a void | sale type VOID
  received USD 25000
    another currency | sale currency usd
  received without amount
    no amount | sale amount null
    two amounts | sale transactionAmount 200
    a fraction of a fils | sale amount 249.996
  `,
);

test.each([
  { invoiceAmount: 250, paidAmount: 200 },
  { invoiceAmount: 250, amount: '200.00' },
  { invoiceAmount: 250, transactionAmount: 200 },
  { invoiceAmount: 250, payment: { amount: { value: 200, currency: 'AED' } } },
  { amountPaid: 200, fee: { amount: 5 }, netAmount: 195 },
  { fee: { amount: 5 }, invoiceAmount: 200, netAmount: 195 },
])('the row of %j shows the amount that is added', (amounts) => {
  const fields = { transactionId: 'T1', status: 'SUCCESS', ...amounts };
  expect(describeClasses(totalsOf([fields]))).toEqual(['received AED 20000']);
  expect(readRow.transactions({ fields }).amountFils).toBe(20_000);
});

test.each([false, true])('payouts in another currency are in no sum: theirs first, %s', (isTheirsFirst) => {
  const ours = { status: 'PAID_OUT', grossAmount: 100, feeAmount: 2, netAmount: 98 };
  const theirs = { ...ours, currency: 'USD', grossAmount: 70, feeAmount: 1, netAmount: 69 };
  const bare = { status: 'PAID_OUT', amount: 50 };
  const both = [ours, bare, theirs, { ...bare, currency: 'USD', wiredToBank: 9 }];
  expect(totalsOf(isTheirsFirst ? both.toReversed() : both, 'payouts')).toMatchObject({
    ...{ rows: 4, bare: 1, stated: { grossFils: 10_000, feeFils: 200, netFils: 9_800, rows: 1 } },
  });
  expect(totalsOf([theirs], 'payouts')).not.toHaveProperty('stated');
  expect(totalsOf([both[3] ?? {}], 'payouts')).not.toHaveProperty('unknownColumns');
});

test('columns of payouts that nobody knows are named where a figure is missing', () => {
  const row = { status: 'PAID_OUT', grossAmount: 90.5, feeAmount: 1.5 };
  const unknown = { ...row, wiredToBank: '89.00', zork: 12.25, 'batch no': 7, remark: '1.50 a row' };
  const totals = totalsOf([{ ...row, netAmount: 89 }, unknown], 'payouts');
  expect(totals).toMatchObject({
    stated: { netFils: 8_900, rows: 1 },
    unknownColumns: ['wiredToBank', 'zork'],
  });
  expect(describeSums('payouts', totals).join(' ')).toContain(
    'Only 1 of 2 state them. (Paylink does not know the columns “wiredToBank” and “zork”: open /paylink payouts and press “Say what it is”)',
  );
  expect(totalsOf([{ ...unknown, netAmount: 89 }], 'payouts').unknownColumns).toBeUndefined();
});

everyRow(
  'payouts',
  `
  received AED 9000
    paid out | row payoutStatus PAID_OUT, netAmount 90
    dirhams by their number | row status PAID_OUT, netAmount 90, currency 784
    credited | row status CREDITED, netAmount 90
    disbursed | row payout.status DISBURSED, netAmount 90
    processed, and paid out | row status PROCESSED, settlementStatus PAID_OUT, netAmount 90
    paid out, of failed and other transactions | row status PAID_OUT, netAmount 90, transactions.status FAILED
  waiting AED 9000
    pending | row status PENDING, netAmount 90
    on its way | row status IN_TRANSIT, netAmount 90
  failed AED 9000
    failed | row status FAILED, netAmount 90
  refunded AED 9000
    returned | row status RETURNED, netAmount 90
  unclassified AED 9000
    without a status | row netAmount 90
    processed alone | row status PROCESSED, netAmount 90
    an unknown status beside a known one | row status PAID_OUT, payoutStatus ZORP, netAmount 90
    two states that contradict each other | row status PAID_OUT, payoutStatus RETURNED, netAmount 90
  `,
);

everyRow(
  'links',
  `
  received AED 25000
    paid | row status PAID, amount 250
    dirhams by another name | row status PAID, amount 250, currency Dhs
  waiting AED 25000
    created | row paymentLinkStatus SUCCESS, status CREATED, amount 250
  partly AED 25000
    partly paid | row status PARTIALLY_PAID, amount 250, paidAmount 200
  failed AED 25000
    declined | row status FAILED, amount 250
  cancelled AED 25000
    cancelled | row status CANCELLED, amount 250
  unclassified AED 25000
    without a status | row amount 250
  `,
);

describe('refunds', () => {
  const sayNet = (rows: Fields[]) => {
    const { refunds, net } = totalsOf(rows);
    const all = refunds.map(({ fils, isAtLeast }) => `${isAtLeast ? 'at least ' : ''}${fils} back`);
    return (
      [...all, ...net.map(({ currency, fils }) => `net ${currency} ${fils}`)].join(', ') || 'nothing back'
    );
  };

  test.each(
    readRecordTable(
      `
      5000 back, net AED 20000
        the field of a partly refunded payment | sale status PARTIALLY_REFUNDED, refundedAmount 50
      7000 back, net AED 18000
        a field and a larger refund that names the payment | sale refundedAmount 50
          + sale transactionId R, originalTransactionId T1, type REFUND, amount -70
      25000 back, net AED 0
        a refunded payment and a chargeback that names it count once | sale status REFUNDED
          + sale transactionId R, originalTransactionId T1, type CHARGEBACK, amount 250
        a refund whose row also has a total so far | sale
          + sale transactionId R, originalTransactionId T1, type REFUND, totalRefunded 500
        a void of a payment, whatever its row says went back | sale refundedAmount 50
          + sale transactionId V, originalTransactionId T1, type VOID
      25000 back, net AED 25000
        the second of two payments of an order | sale orderId O
          + sale transactionId T2, orderId O, status REFUNDED
          + sale transactionId R, orderId O, type REFUND, amount 250
      28000 back, net AED -3000
        a refunded payment and a refund of another order | sale orderId O, status REFUNDED
          + sale transactionId R, orderId P, type REFUND, amount 30
      at least 25000 back
        a refunded payment and a refund without any relation | sale status REFUNDED
          + row type REFUND, status SUCCESS, amount 30
      9000 back, net AED 16000
        a field and two refunds of the same order | sale orderId O, refundedAmount 90
          + sale transactionId R1, orderId O, type REFUND, amount 40
          + sale transactionId R2, orderId O, type REFUND, amount 50
      8000 back, net AED 17000
        a field and a refund of another order are added | sale orderId O, refundedAmount 50
          + sale transactionId R, orderId P, type REFUND, amount 30
      at least 5000 back
        a field and a refund without any relation are not added | sale refundedAmount 50
          + row type REFUND, status SUCCESS, amount 30
      3000 back, net AED -3000
        a refund of an earlier day’s payment | sale type REFUND, amount 30
      3000 back, net AED 25000
        a payment, and one that says refunded | sale + sale transactionId T2, status REFUNDED, amount 30
      8000 back
        one that says refunded where others are refunds | sale orderId O
          + sale transactionId T2, orderId O, status REFUNDED, amount 30
          + sale transactionId T3, status REFUNDED, amount 50
      5000 back
        a field, and a void of a payment that is not listed | sale refundedAmount 50
          + sale transactionId V, originalTransactionId T0, type VOID
        a field, and a void by an order that was tried twice | sale orderId O, refundedAmount 50
          + sale transactionId T2, orderId O, status FAILED + row orderId O, status SUCCESS, type VOID, amount 250
        a field, and an unclassified row | sale refundedAmount 50 + sale status ZORP
        a field, and a payment without an amount | sale refundedAmount 50 + sale amount null
      5000 back, net AED 20000
        a field, and a void of a payment that never came | sale refundedAmount 50
          + sale transactionId T2, status FAILED
          + sale transactionId V, originalTransactionId T2, type VOID
      nothing back
        a chargeback that was reversed | sale
          + sale transactionId C, originalTransactionId T1, type CHARGEBACK, amount 100
          + sale transactionId V, originalTransactionId C, type REVERSAL, amount 100
        a field that says zero | sale refundedAmount 0
        a field of a failed payment | sale status FAILED, refundedAmount 50
      5000 back, net AED 20000
        a payment listed twice came once, and was refunded once | sale refundedAmount 50 + sale refundedAmount 50
        the most of what two rows of a payment say | sale refundedAmount 20 + sale refundedAmount 50
        the same, in the other order | sale refundedAmount 50 + sale refundedAmount 20
      `,
      MAKERS,
    ),
  )('$heading: $title', ({ heading, records }) => {
    expect(sayNet(records)).toBe(heading);
  });

  test('are added by currency', () => {
    const totals = totalsOf([sale({ refundedAmount: 50 }), sale({ currency: 'USD', refundedAmount: 20 })]);
    expect(totals.refunds.map(({ currency, fils }) => [currency, fils])).toEqual([
      ['AED', 5_000],
      ['USD', 2_000],
    ]);
  });

  testAtLength('of ten thousand related rows are added quickly', () => {
    const rows = Array.from({ length: 10_000 }, (_, n) =>
      sale({
        transactionId: `T${n}`,
        originalTransactionId: `T${n + 1}`,
        type: 'REFUND',
        amount: 1,
        orderId: `O${n % 7}`,
      }),
    );
    expect(refunded(totalsOf(rows))).toEqual([[1_000_000, false]]);
  });
});

test('a missing status differs from an empty one', () => {
  const { byStatus } = totalsOf([{ status: null }, { status: 'null' }, { status: ':' }]);
  expect(byStatus.map(({ status }) => status)).toEqual([null, 'null', ':']);
});

test('an amount that would leave exact integers is counted as missing, not added', () => {
  const most = '90071992547409.91';
  const totals = totalsOf([
    sale({ amount: most }),
    sale({ amount: 0.01 }),
    sale({ amount: 1, status: 'FAILED' }),
  ]);
  expect(describeClasses(totals)).toEqual([`received AED ${Number.MAX_SAFE_INTEGER}`, 'failed AED 100']);
  expect(totals.withoutAmount).toBe(1);
});

const anyFields = fc
  .record(
    {
      transactionId: fc.constantFrom('T1', 'T2', 'T3', 4),
      orderId: fc.constantFrom('O1', 'O2'),
      status: fc.constantFrom(
        ...'SUCCESS|PAID|FAILED|PENDING|EXPIRED|REFUNDED|PARTIALLY_REFUNDED|ZORP|'.split('|'),
      ),
      paymentStatus: fc.constantFrom('PAID', 'FAILED', 'UNPAID'),
      type: fc.constantFrom('SALE', 'REFUND', 'AUTHORIZATION', 'VOID', 'FEE', 'CARD', 'ZORP'),
      amount: fc.oneof(
        fc.integer({ min: -9_999, max: 99_999 }).map((fils) => fils / 100),
        fc.constantFrom(null, 'n/a', '1,250.50'),
      ),
      refundedAmount: fc.integer({ min: 0, max: 99_999 }).map((fils) => fils / 100),
      currency: fc.constantFrom('AED', 'aed', 'USD'),
      createdAt: fc.integer({ min: 1, max: 4_000_000_000 }),
    },
    { requiredKeys: [] },
  )
  .map((fields): Fields => fields);

const sum = (parts: readonly { fils: number }[]) => parts.reduce((all, { fils }) => all + fils, 0);

test('totals are the sums of the movements of their rows, read in any batches', () => {
  fc.assert(
    fc.property(fc.array(anyFields), fc.nat(), (fields, cut) => {
      const rows = readRows('transactions', fields);
      const split = createTotals({ kind: 'transactions', words: WORDS });
      split.add(rows.slice(0, cut));
      split.add(rows.slice(cut));
      const totals = split.result();
      expect(totals).toEqual(totalsOf(fields));

      expect(sum(totals.byStatus)).toBe(sum(totals.byClass));
      expect(totals.byClass.reduce((all, one) => all + one.rows, 0)).toBe(fields.length);

      // The same rows as a list.
      const reader = createMovementReader(WORDS);
      reader.add(rows);
      const movements = reader.result();
      const add = (of: (one: Movement) => number) => movements.reduce((all, one) => all + of(one), 0);
      const received = sum(totals.byClass.filter(({ is }) => is === 'received'));
      expect(received).toBe(add((one) => one.receivedFils));
      expect(sum(totals.refunds)).toBe(add((one) => one.backFils));
      expect(totals.withoutAmount).toBe(add(({ fils }) => (fils === null ? 1 : 0)));
      // What a file counts of each row, and what two rows tell of the same money.
      const counted = rows.reduce((all, row) => all + (split.countOf(row) ?? 0), split.twiceFils());
      expect(counted).toBe(
        add(({ currency, receivedFils, backFils }) => (currency === 'AED' ? receivedFils - backFils : 0)),
      );
      // Less than nothing only by what came again.
      for (const { kind, receivedFils, backFils } of movements) {
        if (kind === 'payment') expect(backFils).toBeLessThanOrEqual(receivedFils);
        if (kind === 'payment') expect(backFils).toBeGreaterThanOrEqual(0);
        if (kind === 'unclear') expect([receivedFils, backFils]).toEqual([0, 0]);
      }
    }),
    runs(500),
  );
});

/** After everything that nobody needs is gone. */
const liveBytes = (): number => {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return process.memoryUsage().heapUsed;
};

test('a payment that is read takes a few bytes, whatever refund may name it later', () => {
  const count = 10_000;
  const nameOf = (at: number) => `${at}-5b1f6c7e-90aa-4d1c-8f7e-2f0a3c9d4e55`;
  const totals = createTotals({ kind: 'transactions', words: WORDS });
  totals.add(readRows('transactions', [sale()]));
  const before = liveBytes();
  for (let at = 0; at < count; at += 1)
    totals.add(readRows('transactions', [sale({ transactionId: nameOf(at), orderId: `O-${nameOf(at)}` })]));
  expect((liveBytes() - before) / count).toBeLessThan(60);
  totals.add(
    readRows('transactions', [sale({ status: 'REFUNDED', transactionId: 'R1', originalId: nameOf(7) })]),
  );
  expect(refunded(totals.result())).toEqual([[25_000, false]]);
  expect(totals.result().net).toEqual([{ currency: 'AED', fils: count * 25_000 }]);
});
