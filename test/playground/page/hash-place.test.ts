import { expect, test } from 'vitest';
import { readHash, writeHash } from '../../../playground/page/hash-place.ts';

test('person and place survive a reload', () => {
  const place = { as: 'U1', place: 'D1', tab: 'home' as const };
  expect(readHash(writeHash(place))).toEqual({ ...place, at: '', thread: '' });
});

const nowhere = { as: '', place: '', tab: 'messages', at: '', thread: '' };

test('an empty or foreign hash has no person and place', () => {
  expect(readHash('')).toEqual(nowhere);
  expect(readHash('#tab=elsewhere&x')).toEqual(nowhere);
});

test('a hash can point at a message and its thread, which are not written back', () => {
  const place = { place: 'C1', at: '1.000002', thread: '1.000001' };
  expect(readHash('#in=C1&at=1.000002&thread=1.000001')).toMatchObject(place);
});
