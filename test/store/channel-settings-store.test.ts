import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../src/store/open-store.ts';
import { createTestDatabase, type TestDatabase } from '../fixtures/test-database.ts';

let database: TestDatabase;
let store: Store;

beforeEach(async () => {
  database = await createTestDatabase();
  store = await database.open();
});
afterEach(() => database.remove());

test('what a channel wants is that channel’s, in that workspace, and the last choice counts', async () => {
  const by = { by: 'U1', at: 1 };
  await store.channelSettings.set('T1', 'C1', { isPaidBroadcast: false }, by);
  await store.channelSettings.set('T1', 'C2', { isPaidBroadcast: false }, by);
  await store.channelSettings.set('T1', 'C2', { isPaidBroadcast: true }, { by: 'U2', at: 2 });
  const all = [
    ['T1', 'C1'],
    ['T1', 'C2'],
    ['T2', 'C1'],
  ].map(([team = '', channel = '']) => store.channelSettings.find(team, channel));
  expect(await Promise.all(all)).toEqual([{ isPaidBroadcast: false }, { isPaidBroadcast: true }, {}]);
});

test('a channel’s new id takes along what the channel wants, unless that one has chosen', async () => {
  const by = { by: 'U1', at: 1 };
  await store.channelSettings.set('T1', 'C1', { isPaidBroadcast: false }, by);
  await store.channels.move({ teamId: 'T1', from: 'C1', to: 'C9', refusedAs: 'channel_not_found' }, 2);
  expect(await store.channelSettings.find('T1', 'C9')).toEqual({ isPaidBroadcast: false });
  expect(await store.channelSettings.find('T1', 'C1')).toEqual({});
  await store.channelSettings.set('T1', 'C1', { isPaidBroadcast: true }, by);
  await store.channels.move({ teamId: 'T1', from: 'C1', to: 'C9', refusedAs: 'channel_not_found' }, 3);
  expect(await store.channelSettings.find('T1', 'C9')).toEqual({ isPaidBroadcast: false });
});
