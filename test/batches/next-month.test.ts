import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildNextRows, moveMonth, namesMonth } from '../../src/batches/lists/next-month.ts';
import { formatLocalDateTime } from '../../src/payment-service/local-date-time.ts';
import type { BatchRow } from '../../src/store/batch.ts';

const NOVEMBER = { year: 2026, month: 11 };
const DECEMBER = { year: 2026, month: 12 };
const JANUARY = { year: 2027, month: 1 };

describe('the name of a month', () => {
  test.each([
    ['November fees', DECEMBER, 'December fees'],
    ['NOV. rent, bus nov', DECEMBER, 'DEC. rent, bus dec'],
    ['Fees 11/2026', DECEMBER, 'Fees 12/2026'],
    ['Fees 2026-11', JANUARY, 'Fees 2027-01'],
    ['December 2026 stays', JANUARY, 'December 2026 stays'],
    ['November 2026', JANUARY, 'January 2027'],
    ['رسوم نوفمبر', DECEMBER, 'رسوم ديسمبر'],
    ['Novembertee, Marchand', DECEMBER, 'Novembertee, Marchand'],
    ['Room 11', DECEMBER, 'Room 11'],
  ])('%s', (text, to, moved) => {
    expect(moveMonth(text, NOVEMBER, to)).toBe(moved);
  });

  test('is recognized as a whole word', () => {
    for (const text of ['June fees', 'fees 06/2026', 'rent Sept.', 'رسوم يونيو'])
      expect(namesMonth(text)).toBe(true);
    for (const text of ['Fees', 'Marching band', 'Room 6', 'Decoration', 'Mayor'])
      expect(namesMonth(text)).toBe(false);
  });

  test('is moved there and back', () => {
    const month = fc.integer({ min: 1, max: 12 });
    fc.assert(
      fc.property(month, month, (from, to) => {
        const text = `Fees ${String(from).padStart(2, '0')}/2026`;
        const there = moveMonth(text, { year: 2026, month: from }, { year: 2027, month: to });
        expect(moveMonth(there, { year: 2027, month: to }, { year: 2026, month: from })).toBe(text);
      }),
      { numRuns: 30 },
    );
  });
});

const ZONE = 'Asia/Dubai';
const at = (text: string) => Date.parse(`${text}+04:00`);

const buildRow = (expiresAt: number, changes: Partial<BatchRow> = {}): BatchRow => ({
  ...{ batchId: 'b1', number: 2, state: 'waiting', nonce: 'b1:2:0', tries: 0, cells: ['250'] },
  request: {
    ...{ FullName: 'Zaynab Saleh', Email: 'z@example.com', Phone: '+971501239876', invoiceAmount: 250 },
    ...{
      notes: 'fees',
      isTermsAndConditionsAccepted: true,
      currency: 'AED',
      expiryOn: 'x',
      Invoice_Id: 'A-1',
    },
    ...{ Is_QR_needed: false, Is_invoice_generated: false },
  },
  ...{ amountFils: 25_000, expiresAt, faults: [], twinOf: null, shown: [] },
  ...changes,
});

const again = (rows: BatchRow[], from: string, to: string, cancelledOf: number | null = null) =>
  buildNextRows(rows, {
    ...{ from: at(from), to: at(to), expiresAt: at('2030-01-01T00:00:00'), cancelledOf, timeZone: ZONE },
  });

describe('the rows of next month', () => {
  test.each([
    ['2026-11-01T09:00:00', '2026-12-01T09:00:00', '2026-11-10T23:59:00', '2026-12-10 23:59:00'],
    ['2026-11-01T09:00:00', '2026-12-01T09:00:00', '2026-11-30T20:00:00', '2026-12-31 20:00:00'],
    ['2027-01-01T09:00:00', '2027-02-01T09:00:00', '2027-01-31T20:00:00', '2027-02-28 20:00:00'],
    ['2027-01-01T09:00:00', '2027-02-01T09:00:00', '2027-01-30T20:00:00', '2027-02-28 20:00:00'],
    // Two months without the app; and a link that would expire within a day.
    ['2026-11-01T09:00:00', '2027-01-20T09:00:00', '2026-11-25T10:00:00', '2027-01-25 10:00:00'],
    ['2026-11-01T09:00:00', '2026-12-15T09:00:00', '2026-11-15T10:00:00', '2030-01-01 00:00:00'],
  ])('made %s and again %s, one valid until %s is valid until %s', (from, to, until, expected) => {
    const [row] = again([buildRow(at(until))], from, to);
    expect(row?.request?.expiryOn).toBe(expected);
    expect(formatLocalDateTime(row?.expiresAt ?? 0, ZONE)).toBe(expected);
    expect(row?.request).not.toHaveProperty('Invoice_Id');
  });

  test('are the chosen ones, or all of a cancelled batch', () => {
    const until = at('2026-11-20T00:00:00');
    const rows = [
      buildRow(until, { number: 2, state: 'left' }),
      buildRow(until, { number: 3, twinOf: 2 }),
      buildRow(until, { number: 4, request: null, cells: null }),
    ];
    const made = '2026-11-01T09:00:00';
    const next = '2026-12-01T09:00:00';
    expect(again(rows, made, next).map(({ number, twinOf }) => [number, twinOf])).toEqual([[3, null]]);
    expect(again(rows, made, next, 2).map(({ number, twinOf }) => [number, twinOf])).toEqual([
      [2, null],
      [3, 2],
    ]);
    const left = rows.map((row) => ({ ...row, state: 'left' as const }));
    expect(again(left, made, next, 2).map(({ number }) => number)).toEqual([2, 3]);
    expect(again(left, made, next, 1).map(({ number }) => number)).toEqual([2]);
  });
});
