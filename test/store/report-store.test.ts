// @module-tag postgres

import { expect, test } from 'vitest';
import type { SavedReport } from '../../src/store/saved-query-store.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { reopen, store } = storePerTest();

const REPORT: SavedReport = {
  id: 'rpt_1',
  teamId: 'T0PLAY',
  userId: 'U0SARA0001',
  kind: 'payouts',
  span: { from: Date.UTC(2026, 10, 20, 20), to: Date.UTC(2026, 10, 21, 19, 59, 59) },
  isShared: true,
  columns: null,
  createdAt: Date.UTC(2026, 10, 21, 8),
};

test('a saved report is read as written, also after a restart', async () => {
  await store.reports.save(REPORT);
  await store.reports.save({ ...REPORT, id: 'rpt_2', isShared: false });
  await reopen();
  expect(await store.reports.find('T0PLAY', 'rpt_1')).toEqual(REPORT);
  expect(await store.reports.find('T0PLAY', 'rpt_2')).toMatchObject({ isShared: false });
});

test('the columns that a person chose are kept with the report, in its own workspace alone', async () => {
  await store.reports.save(REPORT);
  await store.reports.choose({ teamId: 'T0OTHER', id: 'rpt_1' }, ['.fee']);
  expect(await store.reports.find('T0PLAY', 'rpt_1')).toEqual(REPORT);
  await store.reports.choose(REPORT, ['@at', '.fee']);
  await reopen();
  expect(await store.reports.find('T0PLAY', 'rpt_1')).toEqual({ ...REPORT, columns: ['@at', '.fee'] });
});

test.each(['transactions', 'payouts', 'links'] as const)('a report of %s is valid', async (kind) => {
  await store.reports.save({ ...REPORT, kind });
  expect(await store.reports.find('T0PLAY', 'rpt_1')).toMatchObject({ kind });
});

test('a report is visible only to its own workspace', async () => {
  await store.reports.save(REPORT);
  expect(await store.reports.find('T0OTHER', 'rpt_1')).toBeNull();
  expect(await store.reports.find('T0PLAY', 'rpt_0')).toBeNull();
});
