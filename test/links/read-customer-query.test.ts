import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readCustomerQuery } from '../../src/links/customers/known-customer-menu.ts';
import { CODE_POINT } from '../fixtures/code-point.ts';
import { runs } from '../fixtures/whole-suite.ts';

test.each([
  ['sara kh', [{ start: 'sara' }, { start: 'kh' }]],
  ['José Al-Maktoum', [{ start: 'jose' }, { start: 'al' }, { start: 'maktoum' }]],
  ['4567', [{ digits: '4567' }]],
  ['050 123 4567', [{ digits: '501234567' }]],
  ['+971 (50) 123-4567', [{ digits: '971501234567' }]],
  ['00971501234567', [{ digits: '971501234567' }]],
  ['٤٥٦٧', [{ digits: '4567' }]],
  ['sara 4567', [{ start: 'sara' }, { digits: '4567' }]],
  ['Sara.K@ex', [{ start: 'sara.k@ex' }]],
  ['00', [{ digits: '0' }]],
  ['--', []],
  ['  ', []],
])('“%s” searches for digits of a phone or starts of words', (typed, parts) => {
  expect(readCustomerQuery(typed)).toEqual(parts);
});

test('any typed text gives at most five parts, none of them empty', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: CODE_POINT, maxLength: 2_000 }), fc.string({ maxLength: 300 })),
      (typed) => {
        const parts = readCustomerQuery(typed);
        expect(parts.length).toBeLessThanOrEqual(5);
        for (const part of parts) {
          const text = 'digits' in part ? part.digits : part.start;
          expect(text).not.toBe('');
          expect(text).not.toMatch(/\s/);
        }
      },
    ),
    runs(100),
  );
});
