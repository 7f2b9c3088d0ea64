// @module-tag long
// @module-tag store

import { expect, test } from 'vitest';
import { SARA_DM, TEAM } from '../../packages/local-slack/src/people-and-places.ts';
import { perTest } from '../fixtures/per-test.ts';
import { postsLike, startCloses, type, workUntil } from './close-scene.ts';

/** Saturday, 21 November 2026, noon in Dubai. */
const NOON = Date.parse('2026-11-21T12:00:00+04:00');
const HOUR = 3_600_000;
const MONDAY = Date.parse('2026-11-23T09:00:00+04:00');
const WEEK = 7 * 24 * HOUR;

const scene = perTest(() => startCloses(NOON));

const until = (instant: number) => workUntil(scene, instant);
const weekly = (words: string) => type(scene, `weekly ${words}`);

const posted = () => postsLike(scene, 'Week ');
const texts = () => posted().map(({ says }) => says);

/** A payment at this time, of so many fils. */
const pay = (amountFils: number, at: number) =>
  scene.sandbox.seedLinks(1, () => ({ createdAt: at, paidAt: at, amountFils }));

test('each Monday posts the seven days before as the daily one does, and a payment that was listed late in the next', async () => {
  pay(100_000, NOON - WEEK);
  pay(50_000, NOON);
  expect(await weekly('on')).toContain('every Monday at 9:00 AM (Dubai)');
  expect(await weekly('')).toContain('is on in this channel');
  await until(MONDAY - 1);
  expect(posted()).toEqual([]);
  await until(MONDAY + HOUR);
  const [text] = texts();
  expect(text).toContain('Week · 16 – 22 Nov 2026\n*AED 500.00 received* (1)');
  expect(postsLike(scene, 'Details: Week')[0]?.says).toContain('*The service’s list of links*');
  pay(25_000, NOON + HOUR);
  pay(10_000, MONDAY + 2 * HOUR);
  await until(MONDAY + WEEK + HOUR);
  expect(texts()[1]).toContain('Week · 23 – 29 Nov 2026\n*AED 350.00 received* (2)');
  expect(postsLike(scene, 'Details: Week')[1]?.says).toContain(
    'AED 250.00 of the money received (1 payment) is from before the last summary',
  );
  expect(await weekly('off')).toContain('now off');
  await until(MONDAY + 3 * WEEK);
  expect(texts()).toHaveLength(2);
});

test('a channel has its daily and its weekly figures beside each other', async () => {
  pay(50_000, NOON);
  await weekly('on monday 9:00');
  await type(scene, 'daily on 21:00');
  await until(MONDAY + HOUR);
  expect(texts()[0]).toContain('*AED 500.00 received* (1)');
  expect(postsLike(scene, 'Daily close of').map(({ says }) => says)).toEqual([
    expect.stringMatching(/Sat 21 Nov.*AED 500\.00 received/s),
    expect.stringMatching(/Sun 22 Nov.*No money received/s),
  ]);
  await type(scene, 'daily off');
  expect(await scene.store.schedules.list(TEAM)).toMatchObject([{ repeat: { every: 'week' } }]);
});

test('it ends in a closed channel, and the person who switched it on reads how to do so again', async () => {
  await weekly('on monday 9:00');
  scene.slack.faults.add({ method: 'chat.postMessage', error: 'is_archived', times: 1 });
  await until(MONDAY + HOUR);
  expect(scene.slack.messages(SARA_DM).map(({ text }) => text)).toEqual([
    expect.stringMatching(/archived.*paylink weekly on/),
  ]);
  expect(await scene.store.schedules.list(TEAM)).toEqual([]);
});

test('its end and the message about it are stored together or not at all', async () => {
  await weekly('on monday 9:00');
  const [schedule] = await scene.store.schedules.list(TEAM);
  const job = { id: 'job_1', teamId: TEAM, kind: 'tell', key: 'ended', payload: {} } as const;
  const other = { ...job, key: 'another' };
  const stop = () => schedule && scene.store.schedules.stop(schedule, NOON, { jobs: [job, other] });
  await expect(stop()).rejects.toThrow();
  expect(await scene.store.schedules.list(TEAM)).toEqual([schedule]);
  expect(schedule?.nextAt).toBe(MONDAY);
  expect(await scene.store.schedules.unplanned()).toEqual([]);
});
