import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { nameStandInDatabase } from '../../tools/stand-in.ts';
import { forgetSurroundings } from '../fixtures/forget-surroundings.ts';
import { QUICK_FOLDER } from '../fixtures/quick-folder.ts';
import type { Plan } from './plan.ts';

forgetSurroundings();
const plan: Plan = JSON.parse(readFileSync(process.env['MUTATION_PLAN'] ?? '', 'utf8'));

export default defineConfig({
  envDir: false,
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
      schemaPrefix: plan.server === null ? '' : nameStandInDatabase('test'),
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
