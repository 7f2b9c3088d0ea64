// @module-tag postgres

import { expect, test } from 'vitest';
import type { SavedSearch } from '../../src/store/saved-query-store.ts';
import { buildQuery } from '../fixtures/searches.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { reopen, store } = storePerTest();

const SEARCH: SavedSearch = {
  id: 'srch_1',
  teamId: 'T0PLAY',
  userId: 'U0SARA0001',
  query: buildQuery({
    span: { from: 1, to: 2 },
    states: ['unpaid', 'paid'],
    amounts: [125_000],
    words: ['sara', 'سارة'],
  }),
  starts: [null],
  createdAt: Date.UTC(2026, 10, 21, 8),
};

test('a search is read as written, also after a restart', async () => {
  await store.searches.save(SEARCH);
  await reopen();
  expect(await store.searches.find('T0PLAY', 'srch_1')).toEqual(SEARCH);
});

test('a search is visible only to its own workspace', async () => {
  await store.searches.save(SEARCH);
  await store.searches.keepStart('T0OTHER', 'srch_1', 1, { at: 5, id: 'lnk_5' });
  expect(await store.searches.find('T0OTHER', 'srch_1')).toBeNull();
  expect(await store.searches.find('T0PLAY', 'srch_0')).toBeNull();
  expect(await store.searches.find('T0PLAY', 'srch_1')).toEqual(SEARCH);
});

test('the start of each page is stored as last read, with writers in any order', async () => {
  await store.searches.save(SEARCH);
  const saveStart = (page: number, at: number) =>
    store.searches.keepStart('T0PLAY', 'srch_1', page, { at, id: `lnk_${at}` });
  await saveStart(1, 50);
  await Promise.all([saveStart(2, 40), saveStart(1, 49), saveStart(2, 40)]);
  await saveStart(9, 1);
  const found = await store.searches.find('T0PLAY', 'srch_1');
  expect(found?.starts).toEqual([null, { at: 49, id: 'lnk_49' }, { at: 40, id: 'lnk_40' }]);
});
