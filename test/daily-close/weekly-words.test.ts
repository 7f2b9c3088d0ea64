import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readWeeklyTurn } from '../../src/daily-close/switch-words.ts';
import { explainChange } from '../../src/daily-close/weekly-summary-view.ts';

test.each([
  ['', 0, 540],
  ['friday 18:30', 4, 1_110],
  ['sundays', 6, 540],
  ['every tue 9pm', 1, 1_260],
  ['7:15', 0, 435],
])('“on %s” is day %i, minute %i', (words, on, atMinute) => {
  expect(readWeeklyTurn(words, { every: 'week', on: 0, atMinute: 540 })).toEqual({
    every: 'week',
    on,
    atMinute,
  });
});

test.each(['someday', 'monday at nine', '9', 'monday 25:00'])('“on %s” is not understood', (words) => {
  expect(readWeeklyTurn(words, { every: 'week', on: 0, atMinute: 540 })).toBeNull();
});

test('the reason never contradicts the change', () => {
  const sum = fc.record({ count: fc.nat(50), each: fc.integer({ min: 1, max: 1_000_000 }) });
  fc.assert(
    fc.property(sum, sum, (one, other) => {
      const [now, before] = [one, other].map(({ count, each }) => ({ count, fils: count * each })) as [
        { count: number; fils: number },
        { count: number; fils: number },
      ];
      const reason = explainChange({ now, before, nowByPlace: new Map(), beforeByPlace: new Map() });
      if (/more links|larger/.test(reason)) expect(now.fils).toBeGreaterThan(before.fils);
      if (/fewer links|smaller/.test(reason)) expect(now.fils).toBeLessThan(before.fils);
      if (/more links/.test(reason)) expect(now.count).toBeGreaterThan(before.count);
      if (/fewer links/.test(reason)) expect(now.count).toBeLessThan(before.count);
      if (/larger/.test(reason)) expect(now.fils / now.count).toBeGreaterThan(before.fils / before.count);
      if (/smaller/.test(reason)) expect(now.fils / now.count).toBeLessThan(before.fils / before.count);
    }),
    { numRuns: 300 },
  );
});
