// @module-tag postgres

import { expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createSocketCount } from '../../src/operations/socket-count.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store, database } = storePerTest();
const NOON = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;

test('more connections than processes are said after ten minutes, once, until they are as many', async () => {
  const clock = createManualClock(NOON, database.isBusy);
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  let connections = 2;
  const start = (processId: string) =>
    createSocketCount({ greeting: () => ({ connections }), sweeps: store.sweeps, processId, clock, log });
  const one = start('one');
  one.start();
  await clock.advance(9 * MINUTE);
  expect(one.foreign()).toBeNull();
  await clock.advance(20 * MINUTE);
  expect(one.foreign()).toEqual({ connections: 2, processes: 1 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('another Paylink takes some requests');
  const two = start('two');
  two.start();
  await clock.advance(2 * MINUTE);
  expect(one.foreign()).toBeNull();
  await two.stop();
  connections = 1;
  await clock.advance(30 * MINUTE);
  expect(one.foreign()).toBeNull();
  expect(await store.sweeps.processesSince(clock.now() - MINUTE)).toBe(1);
  await one.stop();
});
