// @module-tag postgres

import { expect, test } from 'vitest';
import { createSettings, DEFAULT_SETTINGS } from '../../src/workspaces/settings/settings.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();

test('a workspace without settings has the defaults', async () => {
  const settings = createSettings({
    settings: store.settings,
    channelSettings: store.channelSettings,
    clock: { now: () => 0 },
  });
  expect(await settings.of('T1')).toEqual({
    defaultChannelId: null,
    expiryDays: 30,
    isQrNeeded: true,
    isInvoiceGenerated: false,
    reminderHours: 24,
    dailyCloseAtMinute: 21 * 60,
    weeklySummaryOn: 0,
    weeklySummaryAtMinute: 9 * 60,
    approvalLimitFils: null,
    askNextMinutes: 30,
    defaultEmail: null,
    fields: {},
    presets: [],
    terms: null,
    areCustomersShared: false,
  });
});

test('a change returns the settings before and after, and keeps the rest', async () => {
  const settings = createSettings({
    settings: store.settings,
    channelSettings: store.channelSettings,
    clock: { now: () => 5 },
  });
  await settings.change('T1', { reminderHours: null }, 'U1');
  const { before, after } = await settings.change('T1', { approvalLimitFils: 500_000 }, 'U1');
  expect(before).toEqual({ ...DEFAULT_SETTINGS, reminderHours: null });
  expect(after).toEqual({ ...before, approvalLimitFils: 500_000 });
  expect(await settings.of('T1')).toEqual(after);
  expect(await settings.of('T2')).toEqual(DEFAULT_SETTINGS);
});

test('a form’s defaults are at most a few seconds old, and this instance’s changes show at once', async () => {
  let now = 0;
  const clock = { now: () => now };
  const [here, elsewhere] = [1, 2].map(() =>
    createSettings({ settings: store.settings, channelSettings: store.channelSettings, clock }),
  );
  await here?.recent('T1');
  await elsewhere?.change('T1', { expiryDays: 7 }, 'U1');
  expect((await here?.recent('T1'))?.expiryDays).toBe(30);
  expect((await here?.of('T1'))?.expiryDays).toBe(7);
  await elsewhere?.change('T1', { expiryDays: 8 }, 'U1');
  now += 5_000;
  expect((await here?.recent('T1'))?.expiryDays).toBe(8);
  await here?.change('T1', { expiryDays: 9 }, 'U1');
  expect((await here?.recent('T1'))?.expiryDays).toBe(9);
});
