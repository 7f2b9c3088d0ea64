// @module-tag postgres

import { expect, test } from 'vitest';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '../../src/settings/channel-settings.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const SILENT: ChannelSettings = { ...DEFAULT_CHANNEL_SETTINGS, news: 'thread' };
const COUNTER: ChannelSettings = {
  news: 'channel',
  paidMentions: ['U1', 'U2'],
};

const { store } = storePerTest();

test('settings belong to one channel of one workspace, and the last change counts', async () => {
  const by = { by: 'U1', at: 1 };
  await store.settings.setChannel('T1', 'C1', SILENT, by);
  await store.settings.setChannel('T1', 'C2', SILENT, by);
  await store.settings.setChannel('T1', 'C2', COUNTER, { by: 'U2', at: 2 });
  const all = [
    ['T1', 'C1'],
    ['T1', 'C2'],
    ['T2', 'C1'],
  ].map(([team = '', channel = '']) => store.settings.ofChannel(team, channel));
  expect(await Promise.all(all)).toEqual([SILENT, COUNTER, DEFAULT_CHANNEL_SETTINGS]);
  await store.settings.change('T1', { expiryHours: 4 }, by);
  expect(await store.settings.find('T1')).toEqual({ expiryHours: 4 });
  expect(await store.settings.ofChannel('T1', 'C2')).toEqual(COUNTER);
});

test('a channel’s new id gets its settings, unless it already has some', async () => {
  const by = { by: 'U1', at: 1 };
  await store.settings.setChannel('T1', 'C1', SILENT, by);
  await store.channels.move({ teamId: 'T1', from: 'C1', to: 'C9' }, 2);
  expect(await store.settings.ofChannel('T1', 'C9')).toEqual(SILENT);
  expect(await store.settings.ofChannel('T1', 'C1')).toEqual(DEFAULT_CHANNEL_SETTINGS);
  await store.settings.setChannel('T1', 'C1', COUNTER, by);
  await store.channels.move({ teamId: 'T1', from: 'C1', to: 'C9' }, 3);
  expect(await store.settings.ofChannel('T1', 'C9')).toEqual(SILENT);
});

test('settings that were added later have their defaults', async () => {
  const chosen = { news: 'thread' } as ChannelSettings;
  await store.settings.setChannel('T1', 'C1', chosen, { by: 'U1', at: 1 });
  expect(await store.settings.ofChannel('T1', 'C1')).toEqual(SILENT);
});
