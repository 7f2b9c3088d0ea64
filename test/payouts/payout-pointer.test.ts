import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../src/blocks/limits.ts';
import { PAYOUT, pointToPayout } from '../../src/payouts/payout-pointer.ts';

const id = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 60, size: 'max' });
const payout = fc.record({ id, at: fc.integer({ min: 0, max: Date.UTC(2200, 0) }) });

test('what points to a payout fits a menu and is read back unchanged, or is nothing', () => {
  const met = { some: 0, none: 0 };
  fc.assert(
    fc.property(payout, fc.nat(9_999), (one, page) => {
      const text = pointToPayout(one, page);
      met[text === null ? 'none' : 'some'] += 1;
      if (text === null) {
        expect(one.id.length).toBeGreaterThan(20);
        return;
      }
      expect(text.length).toBeLessThanOrEqual(limits.option.value);
      expect(PAYOUT.read(text)).toEqual([page, one.at, one.id]);
    }),
  );
  expect(Math.min(met.some, met.none)).toBeGreaterThan(0);
});

test('a payout without an id or a time is pointed to by nothing', () => {
  expect(pointToPayout({ at: null, id: '7118' })).toBeNull();
  expect(pointToPayout({ at: 1, id: null })).toBeNull();
});

test.each([null, '', 'x', '0.mi7x2k00.7118', '[]', '[0,1]', '[0,1,7118]', '[-1,1,"7"]', '[0.5,1,"7"]'])(
  'no payout is read from %j',
  (text) => {
    expect(PAYOUT.read(text)).toBeNull();
  },
);
