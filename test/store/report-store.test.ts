import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/store/open-store.ts';
import type { SavedReport } from '../../src/store/report-store.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;
let store: Store;

beforeEach(async () => {
  database = await createTestDatabase();
  store = await database.open();
});

afterEach(() => database.remove());

const REPORT: SavedReport = {
  id: 'rpt_1',
  teamId: 'T0PLAY',
  userId: 'U0SARA0001',
  kind: 'payouts',
  span: { from: Date.UTC(2026, 10, 20, 20), to: Date.UTC(2026, 10, 21, 19, 59, 59) },
  isShared: true,
  createdAt: Date.UTC(2026, 10, 21, 8),
};

test('a saved report comes back as it was asked, also after a restart', async () => {
  await store.reports.save(REPORT);
  await store.reports.save({ ...REPORT, id: 'rpt_2', isShared: false });
  await store.close();
  store = await database.open();
  expect(await store.reports.find('T0PLAY', 'rpt_1')).toEqual(REPORT);
  expect(await store.reports.find('T0PLAY', 'rpt_2')).toMatchObject({ isShared: false });
});

test.each(['transactions', 'payouts', 'links'] as const)('a report of %s is one', async (kind) => {
  await store.reports.save({ ...REPORT, kind });
  expect(await store.reports.find('T0PLAY', 'rpt_1')).toMatchObject({ kind });
});

test('a report is its own workspace’s alone', async () => {
  await store.reports.save(REPORT);
  expect(await store.reports.find('T0OTHER', 'rpt_1')).toBeNull();
  expect(await store.reports.find('T0PLAY', 'rpt_0')).toBeNull();
});
