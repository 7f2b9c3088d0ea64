// @module-tag postgres

import { expect, test } from 'vitest';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { buildClose } from '../fixtures/schedules.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const [OLD, NEW] = ['G0OLD', 'C0NEW'];

const { rows, store } = storePerTest();

const switchOn = (teamId: string, channelId: string, ...days: string[]) =>
  store.schedules.start(
    buildClose({ id: `${teamId}-${channelId}`, teamId, channelId }),
    days.map((day) => ({ day, dueAt: NOW })),
  );
const take = (teamId: string, day: string) =>
  store.schedules.take({ teamId, id: `${teamId}-${OLD}`, setAt: NOW }, day, {
    at: NOW,
    next: [{ day: '2026-11-22', dueAt: NOW }],
  });
const move = (teamId: string) => store.channels.move({ teamId, from: OLD, to: NEW }, NOW);
/** The channel of each close, and what became of its turn. */
const closes = async () => {
  const channels = new Map((await rows('schedules')).map((row) => [row['id'], row['channel_id']]));
  return (await rows('jobs'))
    .map(({ key, state }) => {
      const [, id = '', , day] = String(key).split(':');
      return `${id.slice(0, 2)} ${channels.get(id) ?? 'gone'} ${day} ${state}`;
    })
    .sort();
};

test('another workspace’s rows with the same channel id stay as they are', async () => {
  await switchOn('T1', OLD, '2026-11-21');
  await switchOn('T2', OLD, '2026-11-21');
  for (const teamId of ['T1', 'T2'])
    await store.settings.change(teamId, { defaultChannelId: OLD, expiryHours: 4 }, { by: 'U1', at: NOW });
  await move('T1');
  expect(await closes()).toEqual([`T1 ${NEW} 2026-11-21 waiting`, `T2 ${OLD} 2026-11-21 waiting`]);
  expect(await store.settings.find('T1')).toEqual({ defaultChannelId: NEW, expiryHours: 4 });
  expect(await store.settings.find('T2')).toEqual({ defaultChannelId: OLD, expiryHours: 4 });
});

test('a day that was closed under the old id is not closed again under the new one', async () => {
  await switchOn('T1', OLD, '2026-11-21');
  await take('T1', '2026-11-21');
  await move('T1');
  await store.schedules.stop({ teamId: 'T1', id: `T1-${OLD}`, setAt: NOW }, NOW);
  expect(await switchOn('T1', NEW, '2026-11-21', '2026-11-22')).toMatchObject({ nextDay: '2026-11-22' });
});

test('a post in progress is finished in the new channel', async () => {
  await switchOn('T1', OLD, '2026-11-21');
  const [claimed] = (await claimJobs(store.jobs, { at: NOW, leaseMs: 1_000, limit: 1, token: 'a' })).jobs;
  if (!claimed) throw new Error('nothing was claimed');
  await store.jobs.saveProgress(claimed, { posted: { channelId: OLD, ts: '1.1' } }, NOW);
  await move('T1');
  expect(await store.jobs.find('T1', claimed.id)).toMatchObject({
    payload: { channelId: NEW },
    progress: { posted: { channelId: NEW, ts: '1.1' } },
  });
});

test.each([
  ['daily', { every: 'day', on: 0, atMinute: 0 }],
  ['weekly', { every: 'week', on: 0, atMinute: 0 }],
] as const)('if the new channel has its own %s figures, only those remain', async (_, repeat) => {
  for (const channelId of [OLD, NEW])
    await store.schedules.start(buildClose({ id: `T1-${channelId}`, channelId, repeat }), [
      { day: '2026-11-21', dueAt: NOW },
    ]);
  await move('T1');
  await move('T1');
  expect(await store.schedules.list('T1')).toMatchObject([{ id: `T1-${NEW}`, channelId: NEW }]);
  expect(await closes()).toEqual([`T1 ${NEW} 2026-11-21 waiting`, 'T1 gone 2026-11-21 waiting']);
});

test('a close that was stopped under the new id gives way', async () => {
  await switchOn('T1', NEW, '2026-11-21');
  await store.schedules.stop({ teamId: 'T1', id: `T1-${NEW}`, setAt: NOW }, NOW);
  await switchOn('T1', OLD, '2026-11-21');
  await move('T1');
  expect(await store.schedules.list('T1')).toMatchObject([{ id: `T1-${OLD}`, channelId: NEW }]);
});
