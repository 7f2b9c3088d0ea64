import { expect, test } from 'vitest';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store } = storePerTest();

const NOTHING = { hasLink: false, hasChannelCard: false, hasSettings: false, hasColleague: false };

test('nothing is done in a workspace that is new', async () => {
  expect(await store.firstSteps.read('T1', 'U1')).toEqual(NOTHING);
});

test('settings that were saved are a step done for everybody of that workspace', async () => {
  await store.settings.change('T1', { expiryDays: 3 }, { by: 'U1', at: 1 });
  expect(await store.firstSteps.read('T1', 'U2')).toEqual({ ...NOTHING, hasSettings: true });
  expect(await store.firstSteps.read('T2', 'U2')).toEqual(NOTHING);
});

test('a person hides the steps for themselves, in one workspace, as often as they like', async () => {
  await store.firstSteps.hide('T1', 'U1', 1);
  await store.firstSteps.hide('T1', 'U1', 2);
  expect(await store.firstSteps.read('T1', 'U1')).toBeNull();
  expect(await store.firstSteps.read('T1', 'U2')).toEqual(NOTHING);
  expect(await store.firstSteps.read('T2', 'U1')).toEqual(NOTHING);
});
