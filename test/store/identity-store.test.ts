// @module-tag postgres

import { expect, test } from 'vitest';
import { createIds } from '../../src/ids.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();

test('a database has one identity, whichever of several starts made it', async () => {
  const read = await Promise.all([1, 2, 3].map(() => store.identity.read()));
  const later = await store.identity.read();
  for (const one of read) expect(one).toEqual(later);
  expect(later).toMatchObject({
    mark: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{3}$/),
  });
  expect(later.key).toHaveLength(32);
  expect(createIds(undefined, later).invoice('2026-11-21')).toMatch(
    new RegExp(`^PL-261121-${later.mark}[0-9A-HJKMNP-TV-Z]{7}$`),
  );
});
