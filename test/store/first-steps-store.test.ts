// @module-tag postgres

import { expect, test } from 'vitest';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();

const NOTHING = { hasLink: false, hasChannelCard: false, hasSettings: false, hasColleague: false };

test('a new workspace has done no steps', async () => {
  expect(await store.firstSteps.read('T1', 'U1')).toEqual(NOTHING);
});

test('saved settings are a done step for everyone in that workspace', async () => {
  await store.settings.change('T1', { expiryDays: 3 }, { by: 'U1', at: 1 });
  expect(await store.firstSteps.read('T1', 'U2')).toEqual({ ...NOTHING, hasSettings: true });
  expect(await store.firstSteps.read('T2', 'U2')).toEqual(NOTHING);
});

test('a person hides the steps only for themselves, in one workspace, even repeatedly', async () => {
  await store.firstSteps.hide('T1', 'U1', 1);
  await store.firstSteps.hide('T1', 'U1', 2);
  expect(await store.firstSteps.read('T1', 'U1')).toBeNull();
  expect(await store.firstSteps.read('T1', 'U2')).toEqual(NOTHING);
  expect(await store.firstSteps.read('T2', 'U1')).toEqual(NOTHING);
});
