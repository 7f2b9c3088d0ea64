import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInstant, readPaymentTime } from '../../src/payments/read-record-time.ts';

const ZONE = 'Asia/Dubai';
const TEN_PAST_TWO = Date.UTC(2026, 10, 20, 22, 10);

test.each([
  ['2026-11-21 02:10:00'],
  ['2026-11-21T02:10:00'],
  ['2026-11-21T02:10'],
  ['2026-11-20T22:10:00Z'],
  ['2026-11-20T22:10:00.000Z'],
  ['2026-11-21T02:10:00+04:00'],
  ['2026-11-21 02:10:00 +0400'],
  [TEN_PAST_TWO],
  [TEN_PAST_TWO / 1000],
  [String(TEN_PAST_TWO)],
  [String(TEN_PAST_TWO / 1000)],
])('%s is ten past two in Dubai', (value) => {
  expect(parseInstant(value, ZONE)).toBe(TEN_PAST_TWO);
});

test.each([
  ['2026-02-30 02:10:00'],
  ['21/11/2026'],
  [''],
  [0],
  [-5],
  [1e300],
  [Number.NaN],
  [true],
  [null],
  [{}],
])('%s is no time', (value) => {
  expect(parseInstant(value, ZONE)).toBeNull();
});

test('a link’s time of making is not the time of its payment', () => {
  const record = { fields: { createdAt: '2026-11-21 02:10:00' } };
  expect(readPaymentTime(record, 'link', ZONE)).toBeNull();
  expect(readPaymentTime(record, 'transaction', ZONE)).toBe(TEN_PAST_TWO);
});

test('no value of a record makes the reading fail', () => {
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const instant = parseInstant(value, ZONE);
      expect(instant === null || Number.isSafeInteger(instant)).toBe(true);
    }),
  );
});
