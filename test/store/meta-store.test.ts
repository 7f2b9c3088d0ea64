// @module-tag postgres

import { expect, test } from 'vitest';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();

test('a value that was never written is null, and a later one replaces it', async () => {
  expect(await store.meta.read('clock')).toBeNull();
  await store.meta.write('clock', '1');
  await store.meta.write('clock', '2');
  expect(await store.meta.read('clock')).toBe('2');
});

test('of several processes that claim a name at once, all get the same value', async () => {
  const claimed = await Promise.all(['a', 'b', 'c'].map((value) => store.meta.claim('team', value)));
  expect(new Set(claimed).size).toBe(1);
  expect(await store.meta.claim('team', 'd')).toBe(claimed[0]);
});
