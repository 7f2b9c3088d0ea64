// @module-tag postgres

import { beforeEach, expect, test } from 'vitest';
import { buildDailyCloseKey, type NewDailyClose } from '../../src/store/daily-close-store.ts';
import type { NewJob } from '../../src/store/job.ts';
import { readTrail } from '../fixtures/read-trail.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const PLACE = { teamId: 'T0PLAY', channelId: 'C0FRONTDSK' };
const CLOSE: NewDailyClose = { ...PLACE, atMinute: 21 * 60, setBy: 'U0SARA0001', setAt: NOW };

const { store } = storePerTest();
let jobs: number;

beforeEach(() => {
  jobs = 0;
});

const job = (day: string, dueAt = NOW + 1_000): NewJob => {
  jobs += 1;
  return {
    id: `job_${jobs}`,
    teamId: PLACE.teamId,
    kind: 'daily-close',
    key: buildDailyCloseKey(PLACE, day),
    payload: { day },
    dueAt,
  };
};
const plans = (...days: string[]) => days.map((day) => ({ job: job(day), lastDay: `before ${day}` }));
const claim = async (at: number, token: string) =>
  (await store.jobs.claim({ at, leaseMs: 30_000, limit: 9, token })).jobs;
const switchOn = (...days: string[]) => store.dailyCloses.switchOn(CLOSE, plans(...days));

test('switching on plans the first close, and switching off cancels it', async () => {
  expect(await switchOn('2026-11-21', '2026-11-22')).toBe(NOW + 1_000);
  expect(await store.dailyCloses.find(PLACE)).toEqual({
    ...CLOSE,
    lastDay: 'before 2026-11-21',
    closedUntil: null,
  });
  expect(await store.dailyCloses.nextDueAt(PLACE)).toBe(NOW + 1_000);
  expect(await store.dailyCloses.switchOff(PLACE, NOW)).toBe(true);
  expect(await store.dailyCloses.switchOff(PLACE, NOW)).toBe(false);
  expect(await store.dailyCloses.find(PLACE)).toBeNull();
  expect(await store.dailyCloses.nextDueAt(PLACE)).toBeNull();
  expect(await claim(NOW + 60_000, 'a')).toEqual([]);
});

test('each switch that changes something is in the audit trail, with the person', async () => {
  const entry = (id: string) => ({
    id,
    teamId: PLACE.teamId,
    at: NOW,
    actorId: 'U0SARA0001',
    action: 'daily-close-switched' as const,
    subject: PLACE.channelId,
    detail: { isOn: id === 'aud_on' },
  });
  await store.dailyCloses.switchOff(PLACE, NOW, entry('aud_nothing'));
  await store.dailyCloses.switchOn(CLOSE, plans('2026-11-21'), entry('aud_on'));
  await store.dailyCloses.switchOff(PLACE, NOW, entry('aud_off'));
  await store.dailyCloses.switchOff(PLACE, NOW, entry('aud_again'));
  const written = await readTrail(store, { teamId: PLACE.teamId });
  expect(written.map(({ id }) => id).sort()).toEqual(['aud_off', 'aud_on']);
});

test('a cancelled close is planned again for its day, only once', async () => {
  await switchOn('2026-11-21');
  await store.dailyCloses.switchOff(PLACE, NOW);
  await switchOn('2026-11-21');
  await switchOn('2026-11-21');
  expect(await claim(NOW + 60_000, 'a')).toMatchObject([{ id: 'job_2', takenOver: false }]);
});

test('choosing the same hour again just after it does not change the late close', async () => {
  await switchOn('2026-11-21');
  expect(await switchOn('2026-11-22')).toBe(NOW + 1_000);
  expect(await claim(NOW + 60_000, 'a')).toMatchObject([{ payload: { day: '2026-11-21' } }]);
  expect(await store.dailyCloses.find(PLACE)).toMatchObject({ lastDay: 'before 2026-11-21' });
});

test('choosing another hour cancels the planned close', async () => {
  await switchOn('2026-11-21');
  await store.dailyCloses.switchOn({ ...CLOSE, atMinute: 60 }, plans('2026-11-22'));
  expect(await claim(NOW + 60_000, 'a')).toMatchObject([{ payload: { day: '2026-11-22' } }]);
  expect(await store.dailyCloses.find(PLACE)).toMatchObject({ atMinute: 60, lastDay: 'before 2026-11-22' });
});

test('a closed day is not planned again; the next one is', async () => {
  await switchOn('2026-11-21');
  const [held] = await claim(NOW + 60_000, 'a');
  if (!held) throw new Error('nothing claimed');
  await store.jobs.finish(held, NOW);
  await store.dailyCloses.switchOff(PLACE, NOW);
  expect(await switchOn('2026-11-21', '2026-11-22')).toBe(NOW + 1_000);
  expect(await store.dailyCloses.find(PLACE)).toMatchObject({ lastDay: 'before 2026-11-22' });
});

test('switching one channel does not change others, even if their ids start with its id', async () => {
  await switchOn('2026-11-21');
  const other = { teamId: PLACE.teamId, channelId: `${PLACE.channelId}2` };
  const theirs = { ...job('2026-11-21'), key: buildDailyCloseKey(other, '2026-11-21') };
  await store.dailyCloses.switchOn({ ...CLOSE, ...other }, [{ job: theirs, lastDay: 'x' }]);
  await store.dailyCloses.switchOff(PLACE, NOW);
  expect(await store.dailyCloses.nextDueAt(other)).toBe(NOW + 1_000);
  expect(await store.dailyCloses.all()).toHaveLength(1);
});

test('the last closed day never moves back', async () => {
  await switchOn('2026-11-21');
  await store.dailyCloses.markClosed(PLACE, { day: 'c', until: 3 });
  await store.dailyCloses.markClosed(PLACE, { day: 'bz', until: 2 });
  expect(await store.dailyCloses.find(PLACE)).toMatchObject({ lastDay: 'c', closedUntil: 3 });
});

const plan = (day: string) => ({ job: job(day), lastDay: '2026-11-20' });
const HOW = { at: NOW, untilOf: () => NOW };

test('a missing close is planned once, by the first instance', async () => {
  await switchOn('2026-11-21');
  expect(await store.dailyCloses.planMissing(PLACE, [plan('2026-11-22')], HOW)).toBe(false);
  const [held] = await claim(NOW + 60_000, 'a');
  if (!held) throw new Error('nothing claimed');
  await store.jobs.fail(held, 'lost', NOW);
  const planned = await Promise.all(
    Array.from({ length: 4 }, () =>
      store.dailyCloses.planMissing(PLACE, [plan('2026-11-21'), plan('2026-11-22')], HOW),
    ),
  );
  expect(planned.filter(Boolean)).toHaveLength(1);
  expect(await claim(NOW + 60_000, 'b')).toMatchObject([{ payload: { day: '2026-11-22' } }]);
});

test('several people who switch it on at the same moment get one close', async () => {
  await Promise.all(Array.from({ length: 5 }, () => switchOn('2026-11-21')));
  expect(await claim(NOW + 60_000, 'a')).toHaveLength(1);
});
