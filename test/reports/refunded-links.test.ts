// @module-tag store

import { expect, onTestFinished, test } from 'vitest';
import { createTotals } from '../../src/figures/totals.ts';
import { describeRest } from '../../src/listings/listing-words.ts';
import { createRowReader } from '../../src/listings/row-reader.ts';
import { buildReportTable } from '../../src/tables/build-report-table.ts';
import { WORDS } from '../fixtures/payment-words.ts';
import { NOON, report, rowsIn, seedPaid, startAtNoon } from '../fixtures/reports.ts';
import { seen } from '../fixtures/seen.ts';

const ZONE = 'Asia/Dubai';
const PART = { status: 'PARTIALLY_REFUNDED', invoiceAmount: 250 };

const readRows = (kind: 'links' | 'transactions', records: readonly Record<string, unknown>[]) =>
  records.map((fields) => createRowReader(kind, ZONE)({ fields }));

const stateOf = (kind: 'links' | 'transactions', fields: Record<string, unknown>): string | undefined => {
  const rows = readRows(kind, [fields]);
  const span = { from: NOON, to: NOON };
  const report = { kind, isShared: false, columns: null, span };
  const table = buildReportTable({ report, rows, words: WORDS, timeZone: ZONE });
  return table.rows[0]?.[table.columns.findIndex(({ title }) => title === 'Status')]?.text;
};

const refundsOf = (records: readonly Record<string, unknown>[]) => {
  const totals = createTotals({ kind: 'links', words: WORDS });
  totals.add(readRows('links', records));
  return totals.result().refunds;
};

test.each([
  ['links', PART, 'Paid, partly refunded'],
  ['links', { ...PART, refundedAmount: 25 }, 'Paid, AED 25.00 refunded'],
  ['links', { ...PART, refundedAmount: 1_025.5, invoiceAmount: 2_000 }, 'Paid, AED 1,025.50 refunded'],
  ['links', { status: 'PAID', amount: 250, refundedAmount: 25 }, 'Paid, AED 25.00 refunded'],
  ['links', { status: 'PAID', amount: 250 }, 'Paid'],
  ['links', { status: 'REFUNDED', amount: 250 }, 'Refunded'],
  ['transactions', { status: 'SUCCESS', amount: 250, refundedAmount: 25 }, 'Paid, AED 25.00 refunded'],
  ['transactions', { status: 'PARTIALLY_REFUNDED', amount: 250 }, 'PARTIALLY_REFUNDED'],
] as const)('the state of a row of %s of %j is “%s”', (kind, fields, words) => {
  expect(stateOf(kind, fields)).toBe(words);
});

test('a partly refunded link counts as paid, with or without the refunded amount', () => {
  const totals = createTotals({ kind: 'links', words: WORDS });
  const whole = { status: 'REFUNDED', invoiceAmount: 100 };
  totals.add(readRows('links', [PART, { ...PART, refundedAmount: 25 }, whole]));
  expect(totals.result().byClass).toEqual([
    { is: 'received', currency: 'AED', fils: 50_000, rows: 2, withoutAmount: 0 },
    { is: 'refunded', currency: 'AED', fils: 10_000, rows: 1, withoutAmount: 0 },
  ]);
  expect(totals.result().refunds).toEqual([
    { kind: 'refund', currency: 'AED', fils: 2_500, told: 2, isAtLeast: true },
  ]);
});

test('refunds of paid links are added by currency, and are a minimum if a record does not say how much', () => {
  const known = { ...PART, refundedAmount: 25 };
  const paid = { status: 'PAID', amount: 250 };
  const all = { status: 'REFUNDED', amount: 250 };
  expect(refundsOf([paid, all])).toEqual([]);
  expect(refundsOf([known, known, paid, all, { ...known, currency: 'USD' }])).toEqual([
    { kind: 'refund', currency: 'AED', fils: 5_000, told: 2, isAtLeast: false },
    { kind: 'refund', currency: 'USD', fils: 2_500, told: 1, isAtLeast: false },
  ]);
  expect(refundsOf([known, PART])).toEqual([
    { kind: 'refund', currency: 'AED', fils: 2_500, told: 2, isAtLeast: true },
  ]);
  const most = { ...known, amount: null, invoiceAmount: null, refundedAmount: '90071992547409.91' };
  expect(refundsOf([most, known])).toEqual([
    { kind: 'refund', currency: 'AED', fils: Number.MAX_SAFE_INTEGER, told: 2, isAtLeast: true },
  ]);
});

test.each([
  [[{ ...PART, refundedAmount: 25 }], 'AED 25.00 of the paid refunded (1)'],
  [[{ ...PART, refundedAmount: 25 }, PART], 'at least AED 25.00 of the paid refunded (2)'],
  [[PART], 'part of the paid refunded (1), the service does not say how much'],
])('the refunds of paid links follow their sum: %j', (records, words) => {
  const none = { byClass: [], byStatus: [], net: [], withoutAmount: 0 };
  const sums = { ...none, rows: records.length, refunds: refundsOf(records) };
  expect(describeRest('links', sums)).toEqual([words]);
});

test('`/paylink links` lists a partly refunded link as paid', async () => {
  const scene = await startAtNoon();
  onTestFinished(() => scene.close());
  seedPaid(scene, 3);
  const [first] = scene.sandbox.links();
  await scene.sandbox.refund(first?.orderId ?? '', { amountFils: 500 });
  const message = await report(scene, 'links', /Rows 1–3 of 3/);
  expect(rowsIn(message).flat()).toContain('Paid, partly refunded');
  expect(seen(message).text).toContain('AED 30.03 due for 3 sales; *AED 30.03 of them paid* (3)');
  expect(seen(message).text).not.toContain('refunded in full');
});

test('an amount below zero has its sign before the currency', () => {
  const amounts = (records: readonly Record<string, unknown>[]) => {
    const table = buildReportTable({
      report: { kind: 'transactions', span: { from: NOON, to: NOON } },
      rows: readRows('transactions', records),
      ...{ words: WORDS, timeZone: ZONE },
    });
    return table.rows.map((row) => row.find(({ decimal }) => decimal !== undefined));
  };
  const less = { transactionId: '1', status: 'SUCCESS', amount: -1572.55 };
  expect(amounts([less])).toEqual([{ text: '−1,572.55', decimal: '-1572.55' }]);
  expect(amounts([less, { ...less, transactionId: '2', currency: 'USD' }])).toEqual([
    { text: '−AED 1,572.55', decimal: '-1572.55' },
    { text: '−USD 1,572.55', decimal: '-1572.55' },
  ]);
});
