import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  buildDateRange,
  defaultExpiry,
  formatLocalDateTime,
  isTimeZone,
  parseLocalDateTime,
} from '../../src/payment-service/local-date-time.ts';

const ZONES = [
  'Asia/Dubai',
  'America/New_York',
  'Europe/London',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'UTC',
];

test('Dubai is four hours ahead', () => {
  const instant = Date.parse('2026-11-21T20:30:05.987Z');
  expect(formatLocalDateTime(instant, 'Asia/Dubai')).toBe('2026-11-22 00:30:05');
  expect(parseLocalDateTime('2026-11-22 00:30:05', 'Asia/Dubai')).toBe(Date.parse('2026-11-21T20:30:05Z'));
});

/** Clock changes: most mistakes show up within hours of one. */
const TURNS = [
  ['2026-03-08T07:00Z', 'America/New_York'],
  ['2026-11-01T06:00Z', 'America/New_York'],
  ['2026-03-29T01:00Z', 'Europe/London'],
  ['2026-10-25T01:00Z', 'Europe/London'],
  ['2026-10-03T15:30Z', 'Australia/Lord_Howe'],
  ['2026-04-04T15:00Z', 'Australia/Lord_Howe'],
] as const;
const anyPlace = fc.oneof(
  fc.tuple(
    fc.date({ min: new Date('1975-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
    fc.constantFrom(...ZONES),
  ),
  fc
    .tuple(fc.constantFrom(...TURNS), fc.integer({ min: -7_200, max: 7_200 }))
    .map(([[turn, zone], seconds]) => [new Date(Date.parse(turn) + seconds * 1_000), zone] as const),
);

test('formatting agrees with the wall clock of the runtime', () => {
  fc.assert(
    fc.property(anyPlace, ([date, zone]) => {
      const parts = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'medium',
      }).format(date);
      expect(formatLocalDateTime(date.getTime(), zone)).toBe(parts);
    }),
  );
});

test('parsing a formatted instant gives the same text, and the first of two instants', () => {
  let again = 0;
  fc.assert(
    fc.property(anyPlace, ([date, zone]) => {
      const second = Math.floor(date.getTime() / 1000) * 1000;
      const text = formatLocalDateTime(second, zone);
      const read = parseLocalDateTime(text, zone) ?? Number.NaN;
      if (read !== second) again += 1;
      // No clock is put back by more than an hour.
      expect(second - read).toBeOneOf([0, 30 * 60_000, 60 * 60_000]);
      expect(formatLocalDateTime(read, zone)).toBe(text);
    }),
    { numRuns: 1_000 },
  );
  expect(again).toBeGreaterThan(20);
});

test('a time that daylight saving skips moves forward by the gap', () => {
  const read = parseLocalDateTime('2026-03-08 02:30:00', 'America/New_York');
  expect(formatLocalDateTime(read ?? 0, 'America/New_York')).toBe('2026-03-08 03:30:00');
});

test('a time that happens twice means its first occurrence', () => {
  expect(parseLocalDateTime('2026-11-01 01:30:00', 'America/New_York')).toBe(
    Date.parse('2026-11-01T05:30:00Z'),
  );
});

test('`last` selects the last occurrence of a time that happens twice, and changes no other time', () => {
  const read = (text: string) => parseLocalDateTime(text, 'America/New_York', 'last');
  expect(read('2026-11-01 01:30:00')).toBe(Date.parse('2026-11-01T01:30:00-05:00'));
  expect(read('2026-11-01 02:30:00')).toBe(Date.parse('2026-11-01T02:30:00-05:00'));
  expect(read('2026-07-01 01:30:00')).toBe(Date.parse('2026-07-01T01:30:00-04:00'));
  expect(read('2026-03-08 02:30:00')).toBe(Date.parse('2026-03-08T03:30:00-04:00'));
});

test('a day that a zone skipped is skipped', () => {
  const read = parseLocalDateTime('2011-12-30 12:00:00', 'Pacific/Apia');
  expect(formatLocalDateTime(read ?? 0, 'Pacific/Apia')).toBe('2011-12-31 12:00:00');
});

const NO_TIMES = `2026-02-29 00:00:00|2026-13-01 00:00:00|2026-01-01 24:00:00|2026-01-01 00:60:00|2026-01-01 00:00:60
  |2026-01-01T00:00:00|2026-01-01 00:00| 2026-01-01 00:00:00|2026-1-1 0:0:0|+012026-01-01 00:00:00
  |2026-01-01 00:00:00.000|`;

test.each(NO_TIMES.split(/\n? *\|/))('%j does not exist or is not in the form', (text) => {
  expect(parseLocalDateTime(text, 'Asia/Dubai')).toBeNull();
});

test('the default expiry is the same wall time 30 days later, also across a clock change', () => {
  const now = Date.parse('2026-10-20T14:15:16.789Z');
  expect(formatLocalDateTime(defaultExpiry(now, 'Asia/Dubai'), 'Asia/Dubai')).toBe('2026-11-19 18:15:16');
  expect(formatLocalDateTime(now, 'America/New_York')).toBe('2026-10-20 10:15:16');
  expect(formatLocalDateTime(defaultExpiry(now, 'America/New_York'), 'America/New_York')).toBe(
    '2026-11-19 10:15:16',
  );
  expect(defaultExpiry(now, 'Asia/Dubai') % 1000).toBe(0);
});

test('a default expiry whose time happens twice is the first occurrence', () => {
  const now = Date.parse('2026-10-02T01:30:00-04:00');
  expect(defaultExpiry(now, 'America/New_York')).toBe(Date.parse('2026-11-01T01:30:00-04:00'));
});

test('only an IANA name is a time zone', () => {
  for (const zone of ZONES) expect(isTimeZone(zone)).toBe(true);
  for (const text of ['', 'Dubai', '+04:00', 'Asia/Dubia', '../etc']) expect(isTimeZone(text)).toBe(false);
});

test('an unknown zone and an impossible year are refused rather than guessed', () => {
  expect(() => formatLocalDateTime(0, 'Asia/Dubia')).toThrow(new RangeError('unknown time zone'));
  expect(() => formatLocalDateTime(8.64e15, 'UTC')).toThrow(
    new RangeError('the year must be between 0000 and 9999'),
  );
});

const SECOND = 1_000;
const HOUR = 60 * 60 * SECOND;
const NEW_YORK = 'America/New_York';
/** New York's clocks go back from 02:00 to 01:00. */
const BACK = Date.UTC(2026, 10, 1, 6);
/** They go forward from 02:00 to 03:00. */
const FORWARD = Date.UTC(2026, 2, 8, 7);

test('a range has both ends on the merchant’s clock', () => {
  const from = Date.UTC(2026, 10, 20, 22, 10, 5);
  expect(buildDateRange(from, from + 25 * HOUR, 'Asia/Dubai')).toEqual({
    fromDate: '2026-11-21 02:10:05',
    toDate: '2026-11-22 03:10:05',
  });
  expect(buildDateRange(from, from, 'UTC')).toEqual({
    fromDate: '2026-11-20 22:10:05',
    toDate: '2026-11-20 22:10:05',
  });
});

test('a range that ends before it begins is refused', () => {
  expect(() => buildDateRange(1, 0, 'UTC')).toThrow(RangeError);
});

describe('around a clock change', () => {
  test('a range is widened on both sides by the size of the change', () => {
    expect(buildDateRange(BACK - SECOND, BACK, NEW_YORK)).toEqual({
      fromDate: '2026-11-01 00:59:59',
      toDate: '2026-11-01 02:00:00',
    });
    expect(buildDateRange(FORWARD - SECOND, FORWARD, NEW_YORK)).toEqual({
      fromDate: '2026-03-08 00:59:59',
      toDate: '2026-03-08 04:00:00',
    });
    const halfAnHour = Date.UTC(2026, 3, 4, 15);
    expect(buildDateRange(halfAnHour, halfAnHour, 'Australia/Lord_Howe')).toEqual({
      fromDate: '2026-04-05 01:30:00',
      toDate: '2026-04-05 02:00:00',
    });
  });

  test('a range across the change is widened too', () => {
    expect(buildDateRange(BACK - 24 * HOUR, BACK + 24 * HOUR, NEW_YORK)).toEqual({
      fromDate: '2026-10-31 01:00:00',
      toDate: '2026-11-02 02:00:00',
    });
  });

  test('only a range within three hours of the change is widened', () => {
    const hours = (from: number, to: number) => {
      const { fromDate, toDate } = buildDateRange(from, to, NEW_YORK);
      return [fromDate.slice(11), toDate.slice(11)];
    };
    expect(hours(BACK + 3 * HOUR, BACK + 3 * HOUR)).toEqual(['04:00:00', '04:00:00']);
    expect(hours(BACK + 3 * HOUR - SECOND, BACK + 4 * HOUR)).toEqual(['02:59:59', '06:00:00']);
    expect(hours(BACK - 4 * HOUR, BACK - 3 * HOUR)).toEqual(['21:00:00', '00:00:00']);
    expect(hours(BACK - 4 * HOUR, BACK - 3 * HOUR - SECOND)).toEqual(['22:00:00', '22:59:59']);
  });

  test('a range holds every wall time of its records', () => {
    for (let at = BACK - 4 * HOUR; at <= BACK + 4 * HOUR; at += HOUR / 4) {
      const { fromDate, toDate } = buildDateRange(at, at, NEW_YORK);
      for (const offset of [-4, -5]) {
        const wall = new Date(at + offset * HOUR).toISOString().slice(0, 19).replace('T', ' ');
        const isNear = Math.abs(at - BACK) < 3 * HOUR;
        if (isNear) expect(fromDate <= wall && wall <= toDate, wall).toBe(true);
      }
    }
  });
});
