import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { QUICK_FOLDER } from '../fixtures/quick-folder.ts';
import type { Plan } from './plan.ts';

const plan: Plan = JSON.parse(readFileSync(process.env['MUTATION_PLAN'] ?? '', 'utf8'));

export default defineConfig({
  plugins: [
    {
      name: 'planted-faults',
      enforce: 'pre',
      load: (id) => (id === plan.file ? plan.planted : null),
    },
  ],
  test: {
    include: ['test/mutation/planted.ts'],
    globalSetup: 'test/fixtures/drop-schemas.ts',
    provide: {
      testServer: plan.server,
      schemaPrefix: plan.server === null ? '' : `paylink_test_${randomUUID().slice(0, 8)}`,
      diskFolder: tmpdir(),
      storeTests: null,
    },
    // Any case may notice a fault, so run all of them every time.
    env: { TMPDIR: QUICK_FOLDER, WHOLE_SUITE: '1' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: [{}],
  },
});
