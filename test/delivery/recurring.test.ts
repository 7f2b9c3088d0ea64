// @module-tag postgres

import { beforeEach, expect, test } from 'vitest';
import type { Recurring } from '../../src/delivery/recurring.ts';
import { LEASE_MS } from '../../src/delivery/run-claimed-job.ts';
import { OF_ALL } from '../../src/store/job.ts';
import { claimJobs } from '../fixtures/claim-jobs.ts';
import { createManualClock, type ManualClock } from '../fixtures/manual-clock.ts';
import { startRecurring } from '../fixtures/start-recurring.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const START = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;
const EVERY = 10 * MINUTE;

const { database, store } = storePerTest();
let clock: ManualClock;
let turns: number[];

beforeEach(() => {
  clock = createManualClock(START, database.isBusy);
  turns = [];
});

/** An instance that sweeps every ten minutes. */
const start = (changes: Partial<Recurring> = {}, isAlone = false) => {
  const takeTurn = async () => {
    turns.push((clock.now() - START) / MINUTE);
    return clock.now() + EVERY;
  };
  return startRecurring({ store, clock }, { sweep: { takeTurn, ...changes } }, isAlone);
};

/** An instance that dies in its turn. */
const die = async () => {
  await store.jobs.add({ id: 'job_1', teamId: OF_ALL, kind: 'sweep', key: 'sweep' }, START);
  await claimJobs(store.jobs, { at: START, leaseMs: LEASE_MS, limit: 1, token: 'dead' });
};

test('one of several instances takes each turn, and all turns are one row', async () => {
  const instances = await Promise.all([start(), start(), start()]);
  await clock.advance(25 * MINUTE);
  expect(turns).toEqual([0, 10, 20]);
  await Promise.all(instances.map((instance) => instance.stop()));
  expect(await store.jobs.ofKind('sweep')).toHaveLength(1);
});

test.each([
  ['waits for its time', false, [0, 10]],
  ['comes at once where that is so, and the next one as long after it', true, [0, 4, 14]],
])('the turn of another start %s', async (_, isDueAtStart, taken) => {
  const first = await start({ isDueAtStart });
  await clock.advance(4 * MINUTE);
  await first.stop();
  const second = await start({ isDueAtStart });
  await clock.advance(11 * MINUTE);
  await second.stop();
  expect(turns).toEqual(taken);
});

test('a start takes no turn from an instance that is at it', async () => {
  let end = () => {};
  const held = new Promise<void>((resolve) => {
    end = resolve;
  });
  const first = await start({
    takeTurn: async () => {
      turns.push((clock.now() - START) / MINUTE);
      await held;
      return clock.now() + EVERY;
    },
  });
  await clock.advance(2 * MINUTE);
  const second = await start({ isDueAtStart: true });
  await clock.advance(2 * MINUTE);
  expect(turns).toEqual([0]);
  end();
  await clock.advance(11 * MINUTE);
  expect(turns).toEqual([0, 14]);
  await Promise.all([first.stop(), second.stop()]);
});

test('the turn of an instance that died is taken when its lease is over', async () => {
  await die();
  const instance = await start();
  await clock.advance(5 * MINUTE);
  await instance.stop();
  expect(turns).toEqual([LEASE_MS / MINUTE]);
});

test('the turn of a process that died alone on its database is taken by the next at once', async () => {
  await die();
  const instance = await start({}, true);
  await clock.advance(5 * MINUTE);
  await instance.stop();
  expect(turns).toEqual([0]);
});

test('a turn that throws is taken again within minutes, for as long as it takes', async () => {
  let tries = 0;
  const instance = await start({
    takeTurn: async () => {
      tries += 1;
      if (tries <= 30) throw new Error('away');
      turns.push(tries);
      return clock.now() + EVERY;
    },
  });
  await clock.advance(3 * 60 * MINUTE);
  await instance.stop();
  expect(turns[0]).toBe(31);
});

test('a stop waits for what outlasts its turn', async () => {
  let isOver = false;
  const instance = await start({
    finished: async () => {
      isOver = true;
    },
  });
  await instance.stop();
  expect(isOver).toBe(true);
});
