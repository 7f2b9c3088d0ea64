import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  buildNarrowerRanges,
  dayOf,
  describeSpan,
  spanOfDays,
  spanOfRange,
  toDateRange,
} from '../../src/calendar/date-span.ts';
import { readDateWords } from '../../src/calendar/date-words.ts';

const iso = (span: { from: number; to: number }) => [
  new Date(span.from).toISOString(),
  new Date(span.to).toISOString(),
];

test('a day in Dubai begins four hours before its day in UTC', () => {
  expect(iso(spanOfDays('2026-10-15', '2026-10-15', 'Asia/Dubai'))).toEqual([
    '2026-10-14T20:00:00.000Z',
    '2026-10-15T19:59:59.000Z',
  ]);
});

test.each([
  ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.000Z'],
  ['2026-10-25', 'Europe/Berlin', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.000Z'],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.000Z'],
  ['2026-11-01', 'America/New_York', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.000Z'],
  // Havana repeats midnight; Santiago repeats the last hour of a day, and in September skips midnight.
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.000Z'],
  ['2026-04-04', 'America/Santiago', '2026-04-04T03:00:00.000Z', '2026-04-05T03:59:59.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z', '2026-09-07T02:59:59.000Z'],
])('%s in %s is a whole day despite the clock change', (day, zone, from, to) => {
  const span = spanOfDays(day, day, zone);
  expect(iso(span)).toEqual([from, to]);
  expect([dayOf(span.from, zone), dayOf(span.to, zone)]).toEqual([day, day]);
  expect(dayOf(span.from - 1_000, zone) < day).toBe(true);
  expect(dayOf(span.to + 1_000, zone) > day).toBe(true);
});

test('a range that ends in a repeated hour includes all of it', () => {
  const range = { fromDate: '2026-10-25 02:30:00', toDate: '2026-10-25 02:30:00' };
  expect(iso(spanOfRange(range, 'Europe/Berlin') ?? { from: 0, to: 0 })).toEqual([
    '2026-10-25T00:30:00.000Z',
    '2026-10-25T01:30:00.000Z',
  ]);
});

test('texts that are not times have no span', () => {
  expect(spanOfRange({ fromDate: '2026-02-30 00:00:00', toDate: '2026-03-01 00:00:00' }, 'UTC')).toBeNull();
  expect(spanOfRange({ fromDate: '2026-02-01 00:00:00', toDate: 'today' }, 'UTC')).toBeNull();
  expect(() => spanOfDays('2026-02-30', '2026-03-01', 'UTC')).toThrow(RangeError);
});

test('the request has both ends to the second', () => {
  expect(toDateRange(spanOfDays('2026-10-01', '2026-10-15', 'Asia/Dubai'), 'Asia/Dubai')).toEqual({
    fromDate: '2026-10-01 00:00:00',
    toDate: '2026-10-15 23:59:59',
  });
});

test.each([
  ['2026-11-21', '2026-11-21', 'Sat 21 Nov 2026'],
  ['2026-10-01', '2026-10-15', '1 – 15 Oct 2026'],
  ['2026-09-01', '2026-09-30', '1 – 30 Sep 2026'],
  ['2026-10-01', '2026-11-03', '1 Oct – 3 Nov 2026'],
  ['2025-12-28', '2026-01-03', '28 Dec 2025 – 3 Jan 2026'],
  ['2025-10-01', '2026-10-31', '1 Oct 2025 – 31 Oct 2026'],
])('%s to %s is described as "%s"', (from, to, words) => {
  expect(describeSpan(spanOfDays(from, to, 'Asia/Dubai'), 'Asia/Dubai')).toBe(words);
});

test('partial days are described with their times', () => {
  const say = (fromDate: string, toDate: string) =>
    describeSpan(spanOfRange({ fromDate, toDate }, 'Asia/Dubai') ?? { from: 0, to: 0 }, 'Asia/Dubai');
  expect(say('2026-11-21 09:00:00', '2026-11-21 12:30:05')).toBe('21 Nov 2026, 9:00 AM – 12:30:05 PM');
  expect(say('2026-11-20 00:00:00', '2026-11-21 12:30:00')).toBe(
    '20 Nov 2026, 12:00 AM – 21 Nov 2026, 12:30 PM',
  );
});

const ZONE = 'Asia/Dubai';
const NOW = Date.UTC(2026, 10, 21);

test('a range is split into whole days, with the first parts as examples', () => {
  const span = spanOfDays('2026-10-01', '2026-10-15', ZONE);
  expect(buildNarrowerRanges(span, 1.2, ZONE)).toEqual([
    '2026-10-01 2026-10-07',
    '2026-10-08 2026-10-14',
    '2026-10-15',
  ]);
  expect(buildNarrowerRanges(span, 40, ZONE)).toEqual(['2026-10-01', '2026-10-02', '2026-10-03']);
});

test('a single day is not split', () => {
  expect(buildNarrowerRanges(spanOfDays('2026-10-01', '2026-10-01', ZONE), 3, ZONE)).toEqual([]);
});

test('every example is read back as its days, in order and inside the range', () => {
  let met = 0;
  fc.assert(
    fc.property(
      fc.nat({ max: 400 }),
      fc.nat({ max: 100 }),
      fc.double({ min: 1, max: 50, noNaN: true }),
      (start, days, parts) => {
        const from = new Date(NOW - (start + days) * 86_400_000).toISOString().slice(0, 10);
        const to = new Date(NOW - start * 86_400_000).toISOString().slice(0, 10);
        const span = spanOfDays(from, to, ZONE);
        let end = span.from - 1_000;
        for (const words of buildNarrowerRanges(span, parts, ZONE)) {
          const read = readDateWords(words, { now: NOW, timeZone: ZONE }).span;
          expect(read?.from).toBe(end + 1_000);
          expect(read?.to).toBeLessThanOrEqual(span.to);
          end = read?.to ?? 0;
          met += 1;
        }
      },
    ),
  );
  expect(met).toBeGreaterThan(100);
});
