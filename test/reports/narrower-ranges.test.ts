import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildNarrowerRanges, spanOfDays } from '../../src/reports/date-span.ts';
import { readDateWords } from '../../src/reports/date-words.ts';

const ZONE = 'Asia/Dubai';
const NOW = Date.UTC(2026, 10, 21);

test('a range is cut into whole days, the first parts as examples', () => {
  const span = spanOfDays('2026-10-01', '2026-10-15', ZONE);
  expect(buildNarrowerRanges(span, 1.2, ZONE)).toEqual([
    '2026-10-01 2026-10-07',
    '2026-10-08 2026-10-14',
    '2026-10-15',
  ]);
  expect(buildNarrowerRanges(span, 40, ZONE)).toEqual(['2026-10-01', '2026-10-02', '2026-10-03']);
});

test('a day cannot be cut', () => {
  expect(buildNarrowerRanges(spanOfDays('2026-10-01', '2026-10-01', ZONE), 3, ZONE)).toEqual([]);
});

test('every example is read as the days that it names, in order and inside the range', () => {
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
