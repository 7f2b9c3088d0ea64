import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReportRow } from '../../src/reports/report-row.ts';
import { createTotals } from '../../src/reports/totals.ts';

const row = (some: Partial<ReportRow>): ReportRow => ({
  at: null,
  amountFils: null,
  currency: null,
  status: null,
  reference: null,
  orderId: null,
  id: null,
  fields: {},
  ...some,
});

const totalsOf = (rows: readonly ReportRow[], timeZone = 'Asia/Dubai') => {
  const totals = createTotals({ timeZone });
  totals.add(rows);
  return totals.result();
};

test('sums go by currency, by status and by the merchant’s day', () => {
  const late = Date.parse('2026-11-20T19:59:59Z');
  const totals = totalsOf([
    row({ amountFils: 10, status: 'PAID', currency: 'AED', at: late }),
    row({ amountFils: 20, status: 'PAID', currency: 'aed', at: late + 1_000 }),
    row({ amountFils: -5, status: 'REFUNDED', at: late + 1_000 }),
    row({ amountFils: 100, status: 'PAID', currency: 'USD', at: late }),
    row({ status: 'FAILED', currency: 'AED' }),
  ]);
  expect(totals).toEqual({
    rows: 5,
    byCurrency: [
      { currency: 'AED', fils: 25, rows: 3 },
      { currency: 'USD', fils: 100, rows: 1 },
    ],
    byStatus: [
      { status: 'PAID', currency: 'AED', fils: 30, rows: 2 },
      { status: 'REFUNDED', currency: 'AED', fils: -5, rows: 1 },
      { status: 'PAID', currency: 'USD', fils: 100, rows: 1 },
      { status: 'FAILED', currency: 'AED', fils: 0, rows: 1 },
    ],
    byDay: [
      { day: '2026-11-20', currency: 'AED', fils: 10, rows: 1 },
      { day: '2026-11-20', currency: 'USD', fils: 100, rows: 1 },
      { day: '2026-11-21', currency: 'AED', fils: 15, rows: 2 },
    ],
    withoutAmount: 1,
  });
});

test('a status that is missing is another than one that is empty words', () => {
  const { byStatus } = totalsOf([row({ status: null }), row({ status: 'null' }), row({ status: ':' })]);
  expect(byStatus.map(({ status }) => status)).toEqual([null, 'null', ':']);
});

test('an amount that would leave the exact integers is not summed up wrongly, but said', () => {
  const totals = totalsOf([
    row({ amountFils: Number.MAX_SAFE_INTEGER }),
    row({ amountFils: 2 }),
    row({ amountFils: -1 }),
  ]);
  expect(totals.byCurrency).toEqual([{ currency: 'AED', fils: Number.MAX_SAFE_INTEGER - 1, rows: 2 }]);
  expect(totals.withoutAmount).toBe(1);
});

test('an amount that would take one status out of the exact integers is not summed up there either', () => {
  const totals = totalsOf([
    row({ amountFils: Number.MAX_SAFE_INTEGER, status: 'PAID' }),
    row({ amountFils: -10, status: 'REFUNDED' }),
    row({ amountFils: 5, status: 'PAID' }),
    row({ amountFils: 5, status: 'FEE' }),
  ]);
  expect(totals.byStatus).toEqual([
    { status: 'PAID', currency: 'AED', fils: Number.MAX_SAFE_INTEGER, rows: 2 },
    { status: 'REFUNDED', currency: 'AED', fils: -10, rows: 1 },
    { status: 'FEE', currency: 'AED', fils: 5, rows: 1 },
  ]);
  expect(totals.byCurrency).toEqual([{ currency: 'AED', fils: Number.MAX_SAFE_INTEGER - 5, rows: 3 }]);
  expect(totals.withoutAmount).toBe(1);
});

test('an amount without a time counts everywhere but among the days', () => {
  const totals = totalsOf([row({ amountFils: 10, status: 'PAID' })]);
  expect(totals.byCurrency).toEqual([{ currency: 'AED', fils: 10, rows: 1 }]);
  expect(totals.byDay).toEqual([]);
});

test('one word in two currencies is two sums, and a status may be any words', () => {
  const { byStatus } = totalsOf([
    row({ status: 'PAID', currency: 'AED' }),
    row({ status: 'PAID', currency: 'USD' }),
    row({ status: '', currency: 'AED' }),
    row({ status: null, currency: 'AED' }),
  ]);
  expect(byStatus.map(({ status, currency, rows }) => [status, currency, rows])).toEqual([
    ['PAID', 'AED', 1],
    ['PAID', 'USD', 1],
    ['', 'AED', 1],
    [null, 'AED', 1],
  ]);
});

test('the most frequent come first, and days in their order', () => {
  const day = (text: string) => Date.parse(`${text}T08:00:00Z`);
  const totals = totalsOf([
    row({ amountFils: 1, currency: 'EUR', status: 'A', at: day('2026-11-22') }),
    row({ amountFils: 1, currency: 'AED', status: 'B', at: day('2026-11-20') }),
    row({ amountFils: 1, currency: 'AED', status: 'B', at: day('2026-11-21') }),
    row({ amountFils: 1, currency: 'USD', status: 'C', at: day('2026-11-20') }),
  ]);
  expect(totals.byCurrency.map(({ currency }) => currency)).toEqual(['AED', 'EUR', 'USD']);
  expect(totals.byStatus.map(({ status }) => status)).toEqual(['B', 'A', 'C']);
  expect(totals.byDay.map(({ day: on, currency }) => `${on} ${currency}`)).toEqual([
    '2026-11-20 AED',
    '2026-11-20 USD',
    '2026-11-21 AED',
    '2026-11-22 EUR',
  ]);
});

test('a result stands as it was, whatever is added afterwards', () => {
  const totals = createTotals({ timeZone: 'Asia/Dubai' });
  totals.add([row({ amountFils: 10, status: 'PAID', at: 0 })]);
  const before = totals.result();
  const copy = structuredClone(before);
  totals.add([row({ amountFils: 5, status: 'PAID', at: 0 })]);
  expect(before).toEqual(copy);
});

test('every way of summing comes to the same, in whichever batches the rows come', () => {
  const anyRow = fc.record({
    at: fc.option(fc.integer({ min: 0, max: 4e12 })),
    amountFils: fc.option(fc.integer({ min: -1e12, max: 1e12 })),
    currency: fc.option(fc.constantFrom('AED', 'aed', 'USD')),
    status: fc.option(fc.constantFrom('PAID', 'FAILED')),
  });
  fc.assert(
    fc.property(fc.array(anyRow), fc.nat(), (some, cut) => {
      const rows = some.map(row);
      const split = createTotals({ timeZone: 'Europe/Berlin' });
      split.add(rows.slice(0, cut));
      split.add(rows.slice(cut));
      const totals = split.result();
      expect(totals).toEqual(totalsOf(rows, 'Europe/Berlin'));
      const sum = (parts: { fils: number }[]) => parts.reduce((all, { fils }) => all + fils, 0);
      const whole = rows.reduce((all, { amountFils }) => all + (amountFils ?? 0), 0);
      expect(sum(totals.byCurrency)).toBe(whole);
      expect(sum(totals.byStatus)).toBe(whole);
      expect(totals.byStatus.reduce((all, part) => all + part.rows, 0)).toBe(rows.length);
      expect(totals.withoutAmount).toBe(rows.filter(({ amountFils }) => amountFils === null).length);
    }),
  );
});
