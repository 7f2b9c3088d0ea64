// @module-tag long
// @module-tag store

import { describe, expect, test } from 'vitest';
import { OF_ALL } from '../../src/store/job.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { perTest } from '../fixtures/per-test.ts';
import { startRecurring } from '../fixtures/start-recurring.ts';
import { DAY, HOUR, MINUTE, SECOND, START, startLinks } from './link-verbs.ts';

const scene = perTest(startLinks);

const read = (id: string) => scene.store.links.get(id);

describe.each([
  ['two hours', 2 * HOUR],
  ['a year', 365 * DAY],
])('when the clock is set back by %s', (_, back) => {
  test('the sweep continues, and finds unnoticed payments', async () => {
    const link = await scene.issue();
    const sweeps = await startRecurring(scene, { sweep: scene.app.sweepTurn });
    await scene.clock.advance(15 * MINUTE);
    await scene.sandbox.pay(link.orderId ?? '', { callback: false });
    scene.clock.setBack(back);
    for (let minute = 0; minute < 30 && (await read(link.id)).state !== 'paid'; minute += 1)
      await scene.clock.advance(MINUTE);
    expect((await read(link.id)).state).toBe('paid');
    await sweeps.stop();
  });

  test('a due check is made', async () => {
    const link = await scene.issue();
    await scene.app.watcher.start();
    await scene.clock.advance(MINUTE);
    await scene.app.watcher.stop();
    await scene.sandbox.pay(link.orderId ?? '', { callback: false });
    await scene.callBack(link);
    scene.clock.setBack(back);
    expect(await scene.checkDue()).toBe(1);
    expect((await read(link.id)).state).toBe('paid');
  });

  test('daily work is done', async () => {
    let done = 0;
    const pruning = {
      takeTurn: async () => {
        done += 1;
        return scene.clock.now() + DAY;
      },
    };
    const turn = await startRecurring(scene, { pruning });
    await scene.clock.advance(MINUTE);
    await expect.poll(() => done).toBe(1);
    scene.clock.setBack(back);
    await scene.clock.advance(HOUR);
    expect(done).toBe(2);
    await turn.stop();
  });

  test('notices are delivered, also those that another process had claimed and those to be retried', async () => {
    const { jobs } = scene.store;
    const link = await scene.issue();
    const before = scene.clock.now();
    const [held] = (await claimJobs(jobs, { at: before, leaseMs: 30_000, limit: 1, token: 'ended' })).jobs;
    expect(held).toBeDefined();
    const at = before - back;
    await jobs.catchUp({ at, leaseMs: 30_000 });
    const [again] = (await claimJobs(jobs, { at, leaseMs: 30_000, limit: 1, token: 'next' })).jobs;
    expect(again).toMatchObject({ id: held?.id, linkId: link.id, takenOver: true });
    if (!again) throw new Error('nothing was claimed');
    await jobs.postpone(again, before + 5 * MINUTE, 'away', before);
    await jobs.catchUp({ at, leaseMs: 30_000 });
    expect((await claimJobs(jobs, { at, leaseMs: 30_000, limit: 1, token: 'last' })).jobs).toHaveLength(1);
  });

  test('immediate jobs and retries are claimed, and scheduled jobs wait for their time', async () => {
    const { jobs } = scene.store;
    const common = { teamId: 'T1', kind: 'export' as const, payload: {} };
    await jobs.add({ ...common, id: 'now', key: 'now', dueAt: START }, START);
    await jobs.add({ ...common, id: 'evening', key: 'evening', dueAt: START + 9 * HOUR }, START);
    const claim = async (at: number) => {
      await jobs.catchUp({ at, leaseMs: 30_000 });
      return (await claimJobs(jobs, { at, leaseMs: 30_000, limit: 5, token: `t${at}` })).jobs;
    };
    expect((await claim(START - back)).map(({ id }) => id)).toEqual(['now']);
    expect(await claim(START - back + SECOND)).toEqual([]);
    expect((await claim(START - back - back)).map(({ id }) => id)).toEqual(['now']);
    expect((await claim(START + 9 * HOUR)).map(({ id }) => id)).toContain('evening');
  });
});

test('clocks that differ by less than a minute do not repeat each other’s turns', async () => {
  const { jobs } = scene.store;
  const claim = async (at: number) => {
    await jobs.catchUp({ at, leaseMs: 30_000 });
    return (await claimJobs(jobs, { at, leaseMs: 30_000, limit: 1, token: `t${at}` })).jobs;
  };
  await jobs.add({ id: 'job_1', teamId: OF_ALL, kind: 'sweep', key: 'sweep' }, START);
  const [turn] = await claim(START + 59 * SECOND);
  if (turn) await jobs.finish(turn, START + 59 * SECOND, { againAt: START + 10 * MINUTE });
  expect(await claim(START)).toEqual([]);
  await scene.issue();
  expect(await claim(START + 59 * SECOND)).toHaveLength(1);
  expect(await claim(START)).toEqual([]);
});
