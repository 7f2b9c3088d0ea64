// @module-tag postgres

import { expect, test } from 'vitest';
import { type ChannelSettings, DEFAULT_CHANNEL_SETTINGS } from '../../src/settings/channel-settings.ts';
import { createSettingsStore } from '../../src/settings/settings-store.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { TEST_ENGINE } from '../fixtures/test-database.ts';

const { database, reopen, run, store } = storePerTest();

const HOW = { by: 'U0ADMIN', at: 1_000 };

test('a new workspace has no settings', async () => {
  expect(await store.settings.find('T1')).toEqual({});
});

test('a setting replaces the previous one, survives a restart, and belongs to its workspace', async () => {
  expect(await store.settings.change('T1', { expiryHours: 336, reminderHours: null }, HOW)).toEqual({});
  expect(await store.settings.change('T1', { expiryHours: 4, isQrNeeded: false }, HOW)).toEqual({
    expiryHours: 336,
    reminderHours: null,
  });
  await reopen();
  expect(await store.settings.find('T1')).toEqual({ expiryHours: 4, reminderHours: null, isQrNeeded: false });
  expect(await store.settings.find('T2')).toEqual({});
});

test.each([
  ['expiryHours', 1, 8_760],
  ['reminderHours', 1, 720],
  ['dailyCloseAtMinute', 0, 24 * 60 - 1],
  ['weeklySummaryOn', 0, 6],
] as const)(
  'a %s outside its range is refused when it is written, and when it is read',
  async (key, least, most) => {
    for (const value of [least, most]) {
      await store.settings.change('T1', { [key]: value }, HOW);
      expect(await store.settings.find('T1')).toEqual({ [key]: value });
    }
    for (const value of [least - 1, most + 1]) {
      await expect(store.settings.change('T2', { [key]: value }, HOW)).rejects.toThrow(key);
      await run(
        `insert into settings (team_id, channel_id, chosen, set_by, set_at) values ('T${value}', '', '{"${key}":${value}}', 'U1', 1)`,
      );
      await expect(store.settings.find(`T${value}`)).rejects.toThrow(key);
    }
  },
);

test('two simultaneous changes are both saved', async () => {
  const other = TEST_ENGINE === 'postgres' ? await database.open() : store;
  for (const round of Array.from({ length: 5 }, (_, index) => `T${index}`)) {
    await Promise.all([
      store.settings.change(round, { expiryHours: 336 }, HOW),
      other.settings.change(round, { approvalLimitFils: 500_000 }, HOW),
      store.settings.change(round, { isQrNeeded: false }, HOW),
      other.settings.change(round, { reminderHours: null }, HOW),
    ]);
    expect(await store.settings.find(round)).toEqual({
      expiryHours: 336,
      approvalLimitFils: 500_000,
      isQrNeeded: false,
      reminderHours: null,
    });
  }
});

const openRaw = async () =>
  'databaseUrl' in database.place
    ? (await import('../../src/store/engine/open-postgres.ts')).openPostgres(database.place.databaseUrl)
    : (await import('../../src/store/engine/open-sqlite.ts')).openSqlite(database.place.dataDir);

test('an invalid limit is never read as no limit', async () => {
  await store.close();
  const raw = await openRaw();
  const settings = createSettingsStore(raw);
  try {
    await settings.change('T1', { expiryHours: 336 }, HOW);
    await raw.db.updateTable('settings').set({ chosen: '{"approvalLimitFils":"5000"}' }).execute();
    await expect(settings.find('T1')).rejects.toThrow(/approvalLimitFils/);
  } finally {
    await raw.close();
  }
});

const SILENT: ChannelSettings = { ...DEFAULT_CHANNEL_SETTINGS, news: 'thread' };
const COUNTER: ChannelSettings = {
  news: 'channel',
  paidMentions: ['U1', 'U2'],
};

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
