// @module-tag postgres

import { expect, test } from 'vitest';
import { createIds } from '../../src/ids.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { reserveLink } from '../links/open-link.ts';

const { store } = storePerTest();

test('a database has one identity, whichever of several starts made it', async () => {
  const read = await Promise.all([1, 2, 3].map(() => store.identity.read()));
  const later = await store.identity.read();
  for (const one of read) expect(one).toEqual(later);
  expect(later).toMatchObject({
    mark: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{3}$/),
    hasOlderAddresses: false,
  });
  expect(later.key).toHaveLength(32);
  expect(createIds(undefined, later).invoice('2026-11-21')).toMatch(
    new RegExp(`^PL-261121-${later.mark}[0-9A-HJKMNP-TV-Z]{7}$`),
  );
});

test('one that has links already knows that their addresses do not prove themselves', async () => {
  await reserveLink(store, 'lnk_1');
  expect(await store.identity.read()).toMatchObject({ hasOlderAddresses: true });
});
