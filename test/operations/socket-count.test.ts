// @module-tag postgres

import { expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createHeartbeat } from '../../src/operations/health.ts';
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
  const { processes } = store;
  const start = async (processId: string) => {
    const heartbeat = createHeartbeat({ processes, processId, clock, log });
    const sockets = createSocketCount({ greeting: () => ({ connections }), processes, clock, log });
    await heartbeat.start();
    sockets.start();
    return { ...sockets, stop: () => Promise.all([heartbeat.stop(), sockets.stop()]) };
  };
  const one = await start('one');
  await clock.advance(9 * MINUTE);
  expect(one.foreign()).toBeNull();
  await clock.advance(20 * MINUTE);
  expect(one.foreign()).toEqual({ connections: 2, processes: 1 });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('another Paylink takes some requests');
  const two = await start('two');
  await clock.advance(2 * MINUTE);
  expect(one.foreign()).toBeNull();
  await two.stop();
  connections = 1;
  await clock.advance(30 * MINUTE);
  expect(one.foreign()).toBeNull();
  expect(await processes.countSince(clock.now() - 2 * MINUTE)).toBe(1);
  await one.stop();
});

test('a process that has been silent for a day is forgotten when another starts', async () => {
  const clock = createManualClock(NOON, database.isBusy);
  const { processes } = store;
  await processes.note('gone', NOON - 25 * 60 * MINUTE);
  await processes.note('there', NOON - 23 * 60 * MINUTE);
  const heartbeat = createHeartbeat({ processes, processId: 'new', clock, log: createLog('silent') });
  await heartbeat.start();
  expect(await processes.countSince(0)).toBe(2);
  await heartbeat.stop();
});
