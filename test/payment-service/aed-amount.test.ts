import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatFils, parseAedAmount, toInvoiceAmount } from '../../src/payment-service/index.ts';

test.each([
  ['250', 25_000],
  ['250.5', 25_050],
  ['1,250.50', 125_050],
  ['  12,345,678.09 ', 1_234_567_809],
  ['0.29', 29],
  ['1,250', 125_000],
  ['12,345,678', 1_234_567_800],
  ['90071992547409.91', 9_007_199_254_740_991],
  [`${'0'.repeat(37)}250`, 25_000],
])('%j is %d fils', (text, fils) => {
  expect(parseAedAmount(text)).toBe(fils);
});

const NONE = `-5 +5 1e3 1.234 .5 5. 1,25 12,34,567 1250,000 0,250 ٢٥٠ 1.2.3 0x10 NaN Infinity 1,250.5x 1,250x x1,250 1,250.
  90071992547409.92 99999999999999999999`;

test.each([...NONE.split(/\s+/), '', ' ', '1 250', 'AED 5', `${'0'.repeat(38)}250`])(
  '%j is no amount',
  (text) => {
    expect(parseAedAmount(text)).toBeNull();
  },
);

test('formatting and parsing gives the same amount back', () => {
  fc.assert(
    fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (fils) => {
      expect(parseAedAmount(formatFils(fils))).toBe(fils);
    }),
  );
});

test('the invoice amount is the exact decimal in JSON, or refused', () => {
  const met = { written: 0, refused: 0 };
  fc.assert(
    fc.property(fc.nat(Number.MAX_SAFE_INTEGER), (fils) => {
      const exact = formatFils(fils).replace(/0$/, '').replace(/\.0$/, '');
      let written: string | null = null;
      try {
        written = JSON.stringify(toInvoiceAmount(fils));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        expect(String(Number(exact))).not.toBe(exact);
      }
      met[written === null ? 'refused' : 'written'] += 1;
      if (written !== null) expect(written).toBe(exact);
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(met.written, met.refused)).toBeGreaterThan(20);
});

test('amounts that a cashier could type are always exact', () => {
  for (let fils = 0; fils < 1_000_000; fils += 97) {
    expect(JSON.stringify(toInvoiceAmount(fils))).toBe(formatFils(fils).replace(/\.?0{1,2}$/, ''));
  }
});

test('round hundreds keep their zeros', () => {
  expect(toInvoiceAmount(10_000)).toBe(100);
  expect(toInvoiceAmount(0)).toBe(0);
  expect(formatFils(-5)).toBe('-0.05');
});

test('anything but a whole number of fils is refused', () => {
  for (const fils of [0.5, Number.NaN, 2 ** 53]) expect(() => formatFils(fils)).toThrow(RangeError);
  expect(() => toInvoiceAmount(-100)).toThrow(RangeError);
});
