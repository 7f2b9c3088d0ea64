// @module-tag by-hand
// @module-tag store

import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { runLoad } from '../../tools/bench/run-load.ts';
import { createTestDatabase } from '../fixtures/test-database.ts';

const ENTRY = fileURLToPath(new URL('../../dist/paylink/index.js', import.meta.url));

test('a short load: every sale gets its link, its card and its payment', async () => {
  const database = await createTestDatabase();
  const figures: Record<string, unknown>[] = [];
  try {
    const faults = await runLoad({
      seconds: 5,
      env: database.env,
      entry: ENTRY,
      print: (figure) => figures.push(figure),
    });
    // How long it took is checked on an idle machine only.
    expect(faults.filter((fault) => !/took over|came later/.test(fault))).toEqual([]);
  } finally {
    await database.remove();
  }
  for (const load of ['link to card', 'payment to card'])
    expect(figures.find((figure) => figure['load'] === load)?.['count']).toBeGreaterThan(2);
});
