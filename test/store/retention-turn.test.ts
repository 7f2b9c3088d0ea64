// @module-tag postgres

import { expect, test } from 'vitest';
import { LEASE_MS } from '../../src/delivery/run-claimed-job.ts';
import { createLog } from '../../src/log.ts';
import { createRetention, type RetentionDependencies } from '../../src/operations/housekeeping.ts';
import { OF_ALL } from '../../src/store/job.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { startRecurring } from '../fixtures/start-recurring.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { AT, openLink } from '../links/open-link.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const { database, store } = storePerTest();

/** A store that reports each call of its retention. */
const watch = (onErase: () => void): Pick<RetentionDependencies, 'retention' | 'isClockSure'> => ({
  isClockSure: async () => true,
  retention: {
    ...store.retention,
    links: async (ask) => {
      onErase();
      return store.retention.links(ask);
    },
  },
});

const silent = createLog('silent');

/** An instance that erases. */
const start = (given: RetentionDependencies & { clock: ManualClock }) =>
  startRecurring({ store, clock: given.clock }, { retention: createRetention(given) });

test('erasure happens at the start and then once a day, and logs how many links it erased', async () => {
  await openLink(store, 'lnk_1');
  await store.links.move({ id: 'lnk_1', to: 'paid', at: AT, cause: 'the service says paid' });
  const clock = createManualClock(AT + 30 * DAY, database.isBusy);
  const passes: number[] = [];
  const erased: number[] = [];
  const watched = watch(() => passes.push(clock.now()));
  const retention = await start({
    ...watched,
    days: 30,
    clock,
    log: silent,
    onErased: (links) => erased.push(links),
  });
  await clock.advance(MINUTE);
  expect(erased).toEqual([]);
  await clock.advance(2 * DAY);
  expect(passes.map((at) => (at - AT) / DAY)).toEqual([30, 31, 32]);
  expect(erased).toEqual([1]);
  expect((await store.links.get('lnk_1')).details.FullName).toBe('');
  await retention.stop();
  expect(retention.trouble()).not.toBeNull();
});

test('erasure is done by one of several instances', async () => {
  const clock = createManualClock(AT, database.isBusy);
  let passes = 0;
  const shared = watch(() => {
    passes += 1;
  });
  const one = () => start({ ...shared, days: 30, clock, log: silent });
  const instances = [await one(), await one(), await one()];
  await clock.advance(DAY - MINUTE);
  expect(passes).toBe(1);
  await clock.advance(2 * MINUTE);
  expect(passes).toBe(2);
  await Promise.all(instances.map((instance) => instance.stop()));
});

test('an erasure that fails is tried again within minutes', async () => {
  const clock = createManualClock(AT, database.isBusy);
  const tries: number[] = [];
  const watched = watch(() => {
    tries.push(clock.now() - AT);
    if (tries.length === 1) throw new Error('no room on the disk');
  });
  const retention = await start({ ...watched, days: 30, clock, log: silent });
  await clock.advance(30 * MINUTE);
  expect(tries).toEqual([0, 10 * MINUTE]);
  await retention.stop();
});

test('an erasure is taken over by another instance if the first one dies', async () => {
  await store.jobs.add({ id: 'job_1', teamId: OF_ALL, kind: 'retention', key: 'retention' }, AT);
  await claimJobs(store.jobs, { at: AT, leaseMs: LEASE_MS, limit: 1, token: 'dead' });
  const clock = createManualClock(AT, database.isBusy);
  const tries: number[] = [];
  const watched = watch(() => tries.push(clock.now() - AT));
  const retention = await start({ ...watched, days: 30, clock, log: silent });
  await clock.advance(30 * MINUTE);
  expect(tries).toEqual([LEASE_MS]);
  await retention.stop();
});

test('data is kept for ever where no time is set', async () => {
  await openLink(store, 'lnk_1');
  await store.links.move({ id: 'lnk_1', to: 'paid', at: AT, cause: 'the service says paid' });
  const clock = createManualClock(AT + 9_999 * DAY, database.isBusy);
  const retention = await start({ ...watch(() => {}), days: null, clock, log: silent });
  await clock.advance(MINUTE);
  await retention.stop();
  expect((await store.links.get('lnk_1')).details.FullName).not.toBe('');
});
