import { expect, test } from 'vitest';
import { readHash, writeHash } from '../../../src/playground/page/hash-place.ts';

test('who and where survive a reload', () => {
  const place = { as: 'U1', place: 'D1', tab: 'home' as const };
  expect(readHash(writeHash(place))).toEqual(place);
});

test('an empty or foreign address is nobody, nowhere', () => {
  expect(readHash('')).toEqual({ as: '', place: '', tab: 'messages' });
  expect(readHash('#tab=elsewhere&x')).toEqual({ as: '', place: '', tab: 'messages' });
});
