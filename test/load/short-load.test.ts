import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runLoad } from '../../bench/load/run-load.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const ENTRY = fileURLToPath(new URL('../../dist/src/index.js', import.meta.url));

test('a short load of several workspaces is answered in time, is on the cards, and crosses to no other one', async () => {
  const database = await createTestDatabase();
  const figures: Record<string, unknown>[] = [];
  try {
    const faults = await runLoad({
      teams: 5,
      rate: 10,
      seconds: 3,
      slackMs: 5,
      serviceMs: 5,
      patienceMs: 60_000,
      place: database.place,
      env: database.env,
      entry: ENTRY,
      print: (figure) => figures.push(figure),
    });
    // How long it takes is for a machine that does nothing else.
    expect(faults.filter((fault) => !/took over|came later/.test(fault))).toEqual([]);
  } finally {
    await database.remove();
  }
  const linesOf = (load: string) => figures.filter((figure) => figure['load'] === load);
  expect(linesOf('said')).toEqual([expect.objectContaining({ commands: 30 })]);
  // Buttons of cards and of reports are pressed, customers pay, and callbacks come.
  expect(linesOf('acks').filter(({ count }) => Number(count) > 0)).toHaveLength(4);
  expect(linesOf('settle')).toEqual([expect.objectContaining({ count: expect.any(Number) })]);
});
