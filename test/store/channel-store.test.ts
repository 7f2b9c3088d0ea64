// @module-tag postgres

import { expect, test } from 'vitest';
import { buildDailyCloseKey } from '../../src/store/daily-close-store.ts';
import type { NewJob } from '../../src/store/job.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { openLink } from '../links/open-link.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const [OLD, NEW] = ['G0OLD', 'C0NEW'];

const { rows, run, store } = storePerTest();

const job = (teamId: string, channelId: string, day: string): NewJob => ({
  id: `${teamId}-${channelId}-${day}`,
  teamId,
  kind: 'daily-close',
  key: buildDailyCloseKey({ teamId, channelId }, day),
  payload: { channelId, day, atMinute: 60 },
  dueAt: NOW,
});
const switchOn = (teamId: string, channelId: string, day: string) =>
  store.dailyCloses.switchOn({ teamId, channelId, atMinute: 60, setBy: 'U1', setAt: NOW }, [
    { job: job(teamId, channelId, day), lastDay: 'x' },
  ]);
const move = (teamId: string) =>
  store.channels.move({ teamId, from: OLD, to: NEW, refusedAs: 'channel_not_found' }, NOW);
const keys = async () => (await rows('jobs')).map(({ key, state }) => `${key} ${state}`).sort();

test('another workspace’s rows with the same channel id stay as they are', async () => {
  await switchOn('T1', OLD, '2026-11-21');
  await switchOn('T2', OLD, '2026-11-21');
  for (const teamId of ['T1', 'T2'])
    await store.settings.change(teamId, { defaultChannelId: OLD, expiryDays: 7 }, { by: 'U1', at: NOW });
  await move('T1');
  expect(await keys()).toEqual([`daily:T1:${NEW}:2026-11-21 waiting`, `daily:T2:${OLD}:2026-11-21 waiting`]);
  expect(await store.settings.find('T1')).toEqual({ defaultChannelId: NEW, expiryDays: 7 });
  expect(await store.settings.find('T2')).toEqual({ defaultChannelId: OLD, expiryDays: 7 });
});

test('a day that was closed under the old id is not closed again under the new one', async () => {
  await switchOn('T1', OLD, '2026-11-21');
  const [claimed] = (await store.jobs.claim({ at: NOW, leaseMs: 1_000, limit: 1, token: 'a' })).jobs;
  if (!claimed) throw new Error('nothing was claimed');
  await store.jobs.saveProgress(claimed, { posted: { channelId: OLD, ts: '1.1' } }, NOW);
  await store.jobs.finish(claimed, NOW);
  await move('T1');
  expect(await switchOn('T1', NEW, '2026-11-21')).toBeNull();
});

test('a post in progress is finished in the new channel', async () => {
  await switchOn('T1', OLD, '2026-11-21');
  const [claimed] = (await store.jobs.claim({ at: NOW, leaseMs: 1_000, limit: 1, token: 'a' })).jobs;
  if (!claimed) throw new Error('nothing was claimed');
  await store.jobs.saveProgress(claimed, { posted: { channelId: OLD, ts: '1.1' } }, NOW);
  await move('T1');
  expect(await store.jobs.find('T1', claimed.id)).toMatchObject({
    payload: { channelId: NEW },
    progress: { posted: { channelId: NEW, ts: '1.1' } },
  });
});

test('a running edit runs again in the new channel', async () => {
  for (const [id, channelId] of [
    ['lnk_1', OLD],
    ['lnk_2', 'C0ELSE'],
  ] as const) {
    await openLink(store, id);
    await run(`update links set card_channel_id = '${channelId}' where id = '${id}'`);
    await store.jobs.add({ ...job('T1', OLD, id), id: `edit ${id}`, kind: 'edit', linkId: id }, NOW);
  }
  const held = (await store.jobs.claim({ kinds: ['edit'], at: NOW, leaseMs: 1_000, limit: 2, token: 'a' }))
    .jobs;
  expect(held).toHaveLength(2);
  await move('T1');
  const ended = await Promise.all(held.map((one) => store.jobs.fail(one, 'channel_not_found', NOW)));
  expect(held.filter((_, index) => ended[index]).map(({ linkId }) => linkId)).toEqual(['lnk_2']);
  const again = (await store.jobs.claim({ kinds: ['edit'], at: NOW, leaseMs: 1_000, limit: 2, token: 'b' }))
    .jobs;
  expect(again).toMatchObject([{ linkId: 'lnk_1', takenOver: false }]);
});

test('if the new channel has its own close, only that one remains', async () => {
  await switchOn('T1', OLD, '2026-11-21');
  await switchOn('T1', NEW, '2026-11-21');
  await move('T1');
  await move('T1');
  expect(await store.dailyCloses.all()).toMatchObject([{ teamId: 'T1', channelId: NEW }]);
  expect(await keys()).toEqual([
    `daily:T1:${NEW}:2026-11-21 waiting`,
    `daily:T1:${OLD}:2026-11-21 cancelled`,
  ]);
});
