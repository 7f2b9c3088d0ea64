// @module-tag postgres

import { expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createRetention } from '../../src/operations/housekeeping.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { startRecurring } from '../fixtures/start-recurring.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';
import { AT, openLink } from '../links/open-link.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const { database, store } = storePerTest();

test.each([
  ['a day after its time, at the next turn of the day', 30, 30, [[], [1], [1]]],
  ['never where no time is set', null, 9_999, [[], [], []]],
])('a link is erased %s', async (_, days, after, erasedOn) => {
  await openLink(store, 'lnk_1');
  await store.links.move({ id: 'lnk_1', to: 'paid', at: AT, cause: 'the service says paid' });
  const clock = createManualClock(AT + after * DAY, database.isBusy);
  const log = createLog('silent');
  const erased: number[] = [];
  const own = { retention: store.retention, isClockSure: async () => true, clock, log };
  const retention = createRetention({ ...own, days, onErased: (links) => erased.push(links) });
  const turns = await startRecurring({ store, clock }, { retention });
  await clock.advance(MINUTE);
  for (const so of erasedOn) {
    expect(erased).toEqual(so);
    await clock.advance(DAY);
  }
  await turns.stop();
  expect((await store.links.get('lnk_1')).details.FullName === '').toBe(days !== null);
});
