// @module-tag postgres

import { expect, test } from 'vitest';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { perTest } from '../fixtures/per-test.ts';
import { startLinks } from './link-verbs.ts';

const MINUTE = 60_000;

const scene = perTest(startLinks);

test('a process that was suspended for a quarter of a request’s time does not request the link, and says so only in its answer', async () => {
  const inTime = await scene.reserve();
  const { link, send } = await scene.reserve();
  await scene.clock.advance(MINUTE / 2);
  expect(await inTime.send()).toMatchObject({ state: 'open' });
  await scene.clock.advance(1);
  expect(await send()).toMatchObject({
    state: 'failed',
    failure: { what: expect.stringContaining('didn’t ask for this link') },
  });
  expect(scene.sandbox.links()).toHaveLength(1);
  expect(await scene.noticesOf(link)).toEqual([]);
});

test('a creator who read that such a link may exist learns that it does not', async () => {
  const { link, send } = await scene.reserve();
  await scene.clock.advance(3 * MINUTE);
  await scene.checkDue();
  const at = scene.clock.now();
  const [toldOfDoubt] = (await claimJobs(scene.store.jobs, { at, leaseMs: MINUTE, limit: 1, token: 'one' }))
    .jobs;
  expect(toldOfDoubt).toMatchObject({ kind: 'tell', payload: { what: 'news' } });
  if (toldOfDoubt) await scene.store.jobs.finish(toldOfDoubt, at);
  expect(await scene.noticesOf(link)).toEqual([]);
  expect(await send()).toMatchObject({
    state: 'failed',
    failure: { what: expect.stringContaining('didn’t ask for this link') },
  });
  expect(await scene.noticesOf(link)).toEqual(['tell news']);
});
