// @module-tag postgres

import { expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { createHeartbeat } from '../../src/operations/health.ts';
import { createDatabaseMarks } from '../../src/store/engine/database-marks.ts';
import { createManualClock } from '../fixtures/manual-clock.ts';
import { storePerTest } from '../fixtures/store-per-test.ts';

const { store, database } = storePerTest();
const NOON = Date.UTC(2026, 10, 21, 8);
const MINUTE = 60_000;

test('a process that has been silent for a day is forgotten when another starts', async () => {
  const clock = createManualClock(NOON, database.isBusy);
  const { processes } = store;
  await processes.note('gone', NOON - 25 * 60 * MINUTE);
  await processes.note('there', NOON - 23 * 60 * MINUTE);
  const heartbeat = createHeartbeat({
    processes,
    marks: createDatabaseMarks(),
    processId: 'new',
    clock,
    log: createLog('silent'),
  });
  await heartbeat.start();
  expect(await processes.countSince(0)).toBe(2);
  await heartbeat.stop();
});
