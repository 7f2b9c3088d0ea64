import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/store/open-store.ts';
import { createSettings, DEFAULT_SETTINGS } from '../../src/workspaces/settings.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;
let store: Store;

beforeEach(async () => {
  database = await createTestDatabase();
  store = await database.open();
});

afterEach(() => database.remove());

test('settings begin as Paylink always was', async () => {
  const settings = createSettings({ settings: store.settings, clock: { now: () => 0 } });
  expect(await settings.of('T1')).toEqual({
    defaultChannelId: null,
    expiryDays: 30,
    isQrNeeded: true,
    isInvoiceGenerated: false,
    nudgeHours: 24,
    dailyCloseAtMinute: 21 * 60,
    approvalLimitFils: null,
  });
});

test('a change says how it was and how it is, and leaves the rest', async () => {
  const settings = createSettings({ settings: store.settings, clock: { now: () => 5 } });
  await settings.change('T1', { nudgeHours: null }, 'U1');
  const { before, after } = await settings.change('T1', { approvalLimitFils: 500_000 }, 'U1');
  expect(before).toEqual({ ...DEFAULT_SETTINGS, nudgeHours: null });
  expect(after).toEqual({ ...before, approvalLimitFils: 500_000 });
  expect(await settings.of('T1')).toEqual(after);
  expect(await settings.of('T2')).toEqual(DEFAULT_SETTINGS);
});
