import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMomentText, createParseTime, createWallTime } from '../../src/listings/listed-time.ts';
import { formatLocalDateTime, parseLocalDateTime } from '../../src/payment-service/index.ts';

const MINUTE = 60_000;
const ZONES = `Asia/Dubai America/New_York Australia/Lord_Howe Pacific/Apia
  Africa/Casablanca UTC`.split(/\s+/);
const anyZone = fc.constantFrom(...ZONES);
const anyInstant = fc
  .integer({ min: Date.UTC(1990, 0) / 1000, max: Date.UTC(2050, 0) / 1000 })
  .map((at) => at * 1000);
/** The times of rows are close together, and sometimes around a clock change. */
const anyInstants = fc
  .tuple(
    fc.oneof(
      anyInstant,
      fc.constantFrom(Date.UTC(2026, 2, 8, 7), Date.UTC(2026, 9, 3, 15), Date.UTC(2011, 11, 30, 10)),
    ),
    fc.array(fc.integer({ min: -200_000, max: 200_000 }), { minLength: 1 }),
  )
  .map(([start, steps]) => steps.map((step) => start + step * 1000));

test('local times are read on the payment service’s clock, in any order', () => {
  fc.assert(
    fc.property(anyZone, anyInstants, (zone, instants) => {
      const parse = createParseTime(zone);
      for (const instant of instants) {
        const text = formatLocalDateTime(instant, zone);
        expect(parse(text)).toBe(parseLocalDateTime(text, zone));
        expect(parse(text.replace(' ', 'T'))).toBe(parseLocalDateTime(text, zone));
      }
    }),
  );
});

test('instants are written with their offset, and read back', () => {
  fc.assert(
    fc.property(anyZone, anyInstants, fc.nat({ max: 999 }), (zone, instants, milliseconds) => {
      const write = createMomentText(zone);
      for (const second of instants) {
        const instant = second + milliseconds;
        const text = write(instant);
        expect(Date.parse(text)).toBe(instant);
        expect(text.slice(0, 19).replace('T', ' ')).toBe(formatLocalDateTime(instant, zone));
      }
    }),
  );
});

test.each([
  ['2026-11-20', '2026-11-20T00:00:00+04:00'],
  ['2026-11-20T08:00:00.250Z', '2026-11-20T12:00:00+04:00'],
  ['2026-11-20 12:00', '2026-11-20T12:00:00+04:00'],
  [[2026, 11, 20, 12, 5], '2026-11-20T12:05:00+04:00'],
  [[2026, 11, 20], '2026-11-20T00:00:00+04:00'],
  [1_795_161_600_000, '2026-11-20T12:00:00+04:00'],
  [1_795_161_600, '2026-11-20T12:00:00+04:00'],
  ['1795161600', '2026-11-20T12:00:00+04:00'],
])('%j is %s', (value, text) => {
  expect(createParseTime('Asia/Dubai')(value)).toBe(Date.parse(text));
});

test.each([
  ['2026-02-30 12:00:00'],
  ['2026-11-20 24:00:00'],
  ['2026-11-20 12:60:00'],
  ['20/11/2026'],
  [[2026, 13, 1]],
  [[1, 2]],
  [''],
  [null],
  [true],
  [-5],
  [{}],
])('%j is not a time', (value) => {
  expect(createParseTime('Asia/Dubai')(value)).toBeNull();
});

test('a clock that changes a minute after midnight shows the right hour before and after', () => {
  const change = Date.parse('2000-10-29T02:31:00Z');
  const momentText = createMomentText('America/St_Johns');
  const wallTime = createWallTime('America/St_Johns');
  const at = [-MINUTE, -1_000, 0, MINUTE, 20 * MINUTE].map((after) => change + after);
  expect(at.map(momentText)).toEqual([
    '2000-10-29T00:00:00-02:30',
    '2000-10-29T00:00:59-02:30',
    '2000-10-28T23:01:00-03:30',
    '2000-10-28T23:02:00-03:30',
    '2000-10-28T23:21:00-03:30',
  ]);
  expect(at.map((one) => new Date(wallTime(one)).toISOString().slice(0, 19))).toEqual(
    at.map((one) => momentText(one).slice(0, 19)),
  );
});
