// @module-tag postgres

import { expect, test } from 'vitest';
import { createSettings, DEFAULT_SETTINGS } from '../../src/settings/settings.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();

test('a workspace without settings has the defaults', async () => {
  const settings = createSettings({ settings: store.settings, clock: { now: () => 0 } });
  expect(await settings.of('T1')).toEqual(DEFAULT_SETTINGS);
});

test('a change returns the settings before and after, and keeps the rest', async () => {
  const settings = createSettings({ settings: store.settings, clock: { now: () => 5 } });
  await settings.change('T1', { reminderHours: null }, 'U1');
  const { before, after } = await settings.change('T1', { approvalLimitFils: 500_000 }, 'U1');
  expect(before).toEqual({ ...DEFAULT_SETTINGS, reminderHours: null });
  expect(after).toEqual({ ...before, approvalLimitFils: 500_000 });
  expect(await settings.of('T1')).toEqual(after);
  expect(await settings.of('T2')).toEqual(DEFAULT_SETTINGS);
});
