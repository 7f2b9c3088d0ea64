// @module-tag by-hand
// @module-tag store

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runLoad } from '../../bench/load/run-load.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const ENTRY = fileURLToPath(new URL('../../dist/paylink/index.js', import.meta.url));

test('a short load on several workspaces is answered in time, reaches the cards, and leaks nothing between workspaces', async () => {
  const database = await createTestDatabase();
  const figures: Record<string, unknown>[] = [];
  let faults: string[] = [];
  try {
    faults = await runLoad({
      teams: 5,
      rate: 10,
      seconds: 3,
      slackMs: 5,
      serviceMs: 5,
      slowEvery: 5,
      slowMs: 1_500,
      floodRate: 60,
      patienceMs: 60_000,
      place: database.place,
      env: database.env,
      entry: ENTRY,
      print: (figure) => figures.push(figure),
    });
  } finally {
    await database.remove();
  }
  const linesOf = (load: string) => figures.filter((figure) => figure['load'] === load);
  expect(linesOf('said')).toEqual([expect.objectContaining({ commands: 30 })]);
  // Timing is checked on an idle machine only. Bolt itself gives up requests not acknowledged within three seconds.
  const isLate = linesOf('acks').some(({ over3s }) => Number(over3s) > 0);
  const ofMachine = isLate
    ? /took over|came later|answered with 200|forms were refused|did not open|stored and not made|have no card/
    : /took over|came later/;
  expect(faults.filter((fault) => !ofMachine.test(fault))).toEqual([]);
  // Includes buttons of cards and reports, payments, and callbacks.
  expect(linesOf('acks').filter(({ count }) => Number(count) > 0)).toHaveLength(4);
  // One workspace has a slow payment service, and another gets hundreds of callbacks.
  expect(linesOf('workspaces')).toEqual(
    ['ordinary', 'slow', 'flooded'].map((of) =>
      expect.objectContaining({ of, noticesLate: expect.objectContaining({ count: expect.any(Number) }) }),
    ),
  );
  const [flood] = linesOf('flood');
  for (const status of ['200', '404']) expect(flood?.[status]).toBeGreaterThan(0);
  expect(linesOf('settle')).toEqual([expect.objectContaining({ count: expect.any(Number) })]);
});
