import { expect, test } from 'vitest';
import { createDigests } from '../../src/figures/digests.ts';

test('a set of many texts knows each of them, and no other', () => {
  const texts = createDigests();
  const names = Array.from({ length: 5_000 }, (_, at) => `T${at}-5b1f6c7e`);
  expect(names.filter((one) => texts.has(one))).toEqual([]);
  expect(names.filter((one) => !texts.add(one))).toEqual([]);
  expect(names.filter((one) => texts.add(one) || !texts.has(one))).toEqual([]);
  expect(names.filter((one) => texts.has(`${one}0`))).toEqual([]);
});
