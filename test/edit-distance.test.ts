import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDistance } from '../src/edit-distance.ts';

test.each([
  ['', '', 0],
  ['', 'links', 5],
  ['links', 'links', 0],
  ['link', 'links', 1],
  ['lynks', 'links', 1],
  ['reprot', 'report', 2],
  ['payotus', 'payouts', 2],
  ['kitten', 'sitting', 3],
  ['DATA_DRI', 'DATA_DIR', 2],
])('from %j to %j takes %i', (one, other, far) => {
  expect(editDistance(one, other)).toBe(far);
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });

test('is the same both ways, and no longer by way of a third word', () => {
  fc.assert(
    fc.property(word, word, word, (one, other, third) => {
      expect(editDistance(one, other)).toBe(editDistance(other, one));
      expect(editDistance(one, other)).toBeLessThanOrEqual(
        editDistance(one, third) + editDistance(third, other),
      );
    }),
  );
});
