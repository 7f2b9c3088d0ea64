import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInstant, readPaymentTime } from '../../src/payments/read-times.ts';

const ZONE = 'Asia/Dubai';
const TEN_PAST_TWO = Date.UTC(2026, 10, 20, 22, 10);

test.each([
  ['2026-11-21 02:10:00'],
  ['2026-11-21T02:10:00'],
  ['2026-11-21T02:10'],
  [' 2026-11-21 02:10:00 '],
  ['2026-11-20T22:10:00Z'],
  ['2026-11-20T22:10:00.000Z'],
  ['2026-11-20t22:10:00z'],
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
  ['on 2026-11-21 02:10:00'],
  ['2026-11-21 02:10:00 GST'],
  ['17955318000'],
  ['0000-01-02T00:00:00Z'],
  ['9999-12-31T00:00:00Z'],
  [Date.UTC(9999, 11, 31)],
  [''],
  [0],
  [-5],
  [1e300],
  [Number.NaN],
  [true],
  [null],
  [{}],
])('%s is not a time', (value) => {
  expect(parseInstant(value, ZONE)).toBeNull();
});

test('a link’s creation time is not its payment time', () => {
  const record = { fields: { createdAt: '2026-11-21 02:10:00' } };
  expect(readPaymentTime(record, 'link', ZONE)).toBeNull();
  expect(readPaymentTime(record, 'transaction', ZONE)).toBe(TEN_PAST_TWO);
});

test('any value is read without throwing', () => {
  const two = fc.nat(70).map((part) => String(part).padStart(2, '0'));
  const written = fc
    .tuple(
      fc.integer({ min: 1_900, max: 2_100 }),
      two,
      two,
      two,
      two,
      two,
      fc.constantFrom('', 'Z', '.5Z', '+04:00', ' '),
    )
    .map(
      ([year, month, day, hour, minute, second, end]) =>
        `${year}-${month}-${day} ${hour}:${minute}:${second}${end}`,
    );
  const epoch = fc.oneof(
    fc.integer({ min: 0, max: 4_102_444_800 }),
    fc.integer({ min: 0, max: 4_102_444_800_000 }),
    fc.double(),
  );
  const met = { time: 0, none: 0 };
  fc.assert(
    fc.property(fc.oneof(written, epoch, epoch.map(String), fc.anything()), (value) => {
      const instant = parseInstant(value, ZONE);
      met[instant === null ? 'none' : 'time'] += 1;
      expect(instant === null || Number.isSafeInteger(instant)).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(Math.min(met.time, met.none)).toBeGreaterThan(100);
});
