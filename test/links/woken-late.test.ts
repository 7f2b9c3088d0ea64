// @module-tag postgres

import { expect, test } from 'vitest';
import { perTest } from '../fixtures/per-test.ts';
import { startLinkWork } from './start-link-work.ts';

const MINUTE = 60_000;

const stage = perTest(startLinkWork);

test('a process that was suspended does not request the link, and says so only in its answer', async () => {
  const { link, send } = await stage.reserve();
  await stage.clock.advance(MINUTE);
  expect(await send()).toMatchObject({
    state: 'failed',
    failure: { what: expect.stringContaining('did not request') },
  });
  expect(stage.sandbox.links()).toEqual([]);
  expect(await stage.noticesOf(link)).toEqual([]);
});

test('a creator who read that such a link may exist learns that it does not', async () => {
  const { link, send } = await stage.reserve();
  await stage.clock.advance(3 * MINUTE);
  await stage.checkDue();
  const at = stage.clock.now();
  const [toldOfDoubt] = (await stage.store.jobs.claim({ at, leaseMs: MINUTE, limit: 1, token: 'one' })).jobs;
  expect(toldOfDoubt).toMatchObject({ kind: 'news' });
  if (toldOfDoubt) await stage.store.jobs.finish(toldOfDoubt, at);
  expect(await stage.noticesOf(link)).toEqual([]);
  expect(await send()).toMatchObject({
    state: 'failed',
    failure: { what: expect.stringContaining('did not request') },
  });
  expect(await stage.noticesOf(link)).toEqual(['news']);
});
