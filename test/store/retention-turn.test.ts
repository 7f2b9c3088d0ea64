// @module-tag postgres

import { expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createRetention, type RetentionDependencies } from '../../src/operations/housekeeping.ts';
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

test('data is kept for ever where no time is set', async () => {
  await openLink(store, 'lnk_1');
  await store.links.move({ id: 'lnk_1', to: 'paid', at: AT, cause: 'the service says paid' });
  const clock = createManualClock(AT + 9_999 * DAY, database.isBusy);
  const retention = await start({ ...watch(() => {}), days: null, clock, log: silent });
  await clock.advance(MINUTE);
  await retention.stop();
  expect((await store.links.get('lnk_1')).details.FullName).not.toBe('');
});
