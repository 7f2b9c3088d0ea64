import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildNextRows, moveMonths, namesMonth } from '../../src/batches/next-month.ts';
import { formatLocalDateTime } from '../../src/payment-service/local-date-time.ts';
import type { BatchRow } from '../../src/store/batch.ts';

describe('the name of a month', () => {
  test.each([
    ['November fees', 1, 'December fees'],
    ['NOV. rent, bus nov', 1, 'DEC. rent, bus dec'],
    ['Fees 11/2026', 1, 'Fees 12/2026'],
    ['Fees 9/2026, due 15/12/2026', 1, 'Fees 10/2026, due 15/01/2027'],
    ['Fees 2026-11', 2, 'Fees 2027-01'],
    ['November 2026', 2, 'January 2027'],
    // Whatever month it is: each time, not once.
    ['June fees', 1, 'July fees'],
    ['Nov–Dec 2026', 1, 'Dec–Jan 2027'],
    ['Rent Sept.', 1, 'Rent Oct.'],
    ['رسوم نوفمبر', 1, 'رسوم ديسمبر'],
    ['Novembertee, Marchand', 1, 'Novembertee, Marchand'],
    ['You may pay in May', 1, 'You may pay in June'],
    ['Room 11', 1, 'Room 11'],
  ])('%s, moved by %i', (text, by, moved) => {
    expect(moveMonths(text, by)).toBe(moved);
  });

  test('is recognized as a whole word', () => {
    for (const text of ['June fees', 'fees 06/2026', 'rent Sept.', 'رسوم يونيو'])
      expect(namesMonth(text)).toBe(true);
    for (const text of ['Fees', 'Marching band', 'Room 6', 'Decoration', 'Mayor'])
      expect(namesMonth(text)).toBe(false);
  });

  test('is moved there in one step or in several', () => {
    const step = fc.integer({ min: 1, max: 14 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), step, step, (month, one, other) => {
        const text = `Fees ${String(month).padStart(2, '0')}/2026, January`;
        expect(moveMonths(moveMonths(text, one), other)).toBe(moveMonths(text, one + other));
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

const again = (rows: BatchRow[], from: string, to: string) =>
  buildNextRows(rows, { from: at(from), to: at(to), timeZone: ZONE });

describe('the rows of next month', () => {
  test.each([
    ['2026-11-01T09:00:00', '2026-12-01T09:00:00', '2026-11-10T23:59:00', '2026-12-10 23:59:00'],
    ['2026-11-01T09:00:00', '2026-12-01T09:00:00', '2026-12-01T20:00:00', '2026-12-31 20:00:00'],
    // Made late in its month, for thirty days.
    ['2026-11-21T12:00:00', '2026-12-01T09:00:00', '2026-12-21T12:00:00', '2026-12-31 12:00:00'],
    // Two months without the app; and a link that would expire within a day.
    ['2026-11-01T09:00:00', '2027-01-20T09:00:00', '2026-11-25T10:00:00', '2027-02-13 10:00:00'],
    ['2026-11-01T09:00:00', '2026-12-15T09:00:00', '2026-11-02T08:00:00', '2026-12-17 08:00:00'],
  ])('made %s and again %s, one valid until %s is valid until %s', (from, to, until, expected) => {
    const [row] = again([buildRow(at(until))], from, to);
    expect(row?.request?.expiryOn).toBe(expected);
    expect(formatLocalDateTime(row?.expiresAt ?? 0, ZONE)).toBe(expected);
    expect(row?.request).not.toHaveProperty('Invoice_Id');
  });

  test('are the chosen ones', () => {
    const until = at('2026-11-20T00:00:00');
    const rows = [
      buildRow(until, { number: 2, state: 'left' }),
      buildRow(until, { number: 3, twinOf: 2 }),
      buildRow(until, { number: 4, request: null, cells: null }),
    ];
    const made = '2026-11-01T09:00:00';
    const next = '2026-12-01T09:00:00';
    expect(again(rows, made, next).map(({ number, twinOf }) => [number, twinOf])).toEqual([[3, null]]);
  });
});
