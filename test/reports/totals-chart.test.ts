import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, spanOfDays } from '../../src/calendar/date-span.ts';
import { MOST_BARS } from '../../src/reports/report-totals-view.ts';
import { buildChartDays } from '../../src/reports/totals-chart.ts';

const ZONE = 'Asia/Dubai';
const NOW = Date.parse('2026-11-21T08:32:11Z');

const aed = (day: string, fils: number) => ({ day, currency: 'AED', fils, rows: 1 });

const chart = (from: string, to: string, byDay = [aed('2026-10-02', 500)]) =>
  buildChartDays(byDay, { span: spanOfDays(from, to, ZONE), now: NOW, timeZone: ZONE });

test('a few days have a bar for each day, zero without amounts', () => {
  expect(chart('2026-10-01', '2026-10-03')).toEqual({
    by: 'day',
    bars: [
      { label: 'Thu 1', name: 'Thu 1 Oct', fils: 0 },
      { label: 'Fri 2', name: 'Fri 2 Oct', fils: 500 },
      { label: 'Sat 3', name: 'Sat 3 Oct', fils: 0 },
    ],
    outside: { fils: 0, rows: 0 },
  });
});

test.each([
  ['2026-10-01', '2026-10-20', 'day', 20, '1 Oct', 'Tue 20 Oct'],
  ['2026-10-01', '2026-10-31', 'week', 5, '1 Oct', '26 – 31 Oct'],
  ['2026-10-01', '2026-11-01', 'week', 5, '1 Oct', '26 Oct – 1 Nov'],
  ['2026-01-01', '2026-05-10', 'week', 19, '1 Jan', '4 – 10 May'],
  ['2025-05-01', '2026-11-21', 'month', 19, 'May 2025', 'Nov 2026'],
  ['2022-02-10', '2026-11-21', 'quarter', 20, 'Q1 2022', 'Q4 2026'],
  ['2010-01-01', '2026-11-21', 'year', 17, '2010', '2026'],
])('%s to %s is drawn by %s in %i bars', (from, to, by, count, firstLabel, lastName) => {
  const built = chart(from, to, []);
  expect([built?.by, built?.bars.length]).toEqual([by, count]);
  expect(built?.bars[0]?.label).toBe(firstLabel);
  expect(built?.bars.at(-1)?.name).toBe(lastName);
});

test('future days have no bars, unless they have rows', () => {
  expect(chart('2026-11-16', '2026-11-22', [])?.bars.at(-1)?.label).toBe('Sat 21');
  expect(chart('2026-11-16', '2026-11-30', [aed('2026-11-22', 100)])?.bars.at(-1)?.label).toBe('Sun 22');
  expect(chart('2026-12-01', '2026-12-05', [])?.bars.map(({ label }) => label)).toEqual(['Tue 1']);
});

test('other currencies are left out, and rows dated outside the range are counted separately', () => {
  const byDay = [aed('2026-09-30', 70), aed('2026-10-01', 1), { ...aed('2026-10-01', 999), currency: 'USD' }];
  const built = chart('2026-10-01', '2026-10-02', byDay);
  expect(built?.bars.map(({ fils }) => fils)).toEqual([1, 0]);
  expect(built?.outside).toEqual({ fils: 70, rows: 1 });
});

test('sums beyond exact integers are not drawn', () => {
  const byDay = [aed('2026-10-01', Number.MAX_SAFE_INTEGER), aed('2026-10-02', 1)];
  expect(chart('2026-10-01', '2026-10-02', byDay)).toBeNull();
});

test('the bars of any range stay within their number and contain every fils', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -6_000, max: 0 }),
      fc.integer({ min: 0, max: 6_000 }),
      fc.array(fc.tuple(fc.integer({ min: -100, max: 6_100 }), fc.integer({ min: -1e9, max: 1e9 }))),
      (start, length, amounts) => {
        const from = addDays('2026-11-21', start);
        const byDay = amounts.map(([on, fils]) => aed(addDays(from, on), fils));
        const built = chart(from, addDays(from, length), byDay);
        if (built === null) throw new Error('these sums are exact');
        expect(built.bars.length).toBeGreaterThan(0);
        if (built.by !== 'year') expect(built.bars.length).toBeLessThanOrEqual(MOST_BARS);
        expect(new Set(built.bars.map(({ label }) => label)).size).toBe(built.bars.length);
        const drawn = built.bars.reduce((sum, { fils }) => sum + fils, 0);
        expect(drawn + built.outside.fils).toBe(byDay.reduce((sum, { fils }) => sum + fils, 0));
      },
    ),
  );
});
