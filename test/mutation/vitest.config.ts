import { tmpdir } from 'node:os';
import { defineConfig } from 'vitest/config';
import { QUICK_FOLDER } from '../fixtures/quick-folder.ts';
import files from './mutated-files.json' with { type: 'json' };

/** The files that faults are planted in now; without any, all of them. */
const asked = (process.env['MUTATED_FILES'] ?? '').split(',').filter(Boolean);

export default defineConfig({
  test: {
    include: [
      ...new Set(
        Object.entries(files).flatMap(([file, tests]) =>
          asked.length === 0 || asked.includes(file) ? tests : [],
        ),
      ),
    ],
    provide: { testServer: null, schemaPrefix: '', diskFolder: tmpdir() },
    env: { TMPDIR: QUICK_FOLDER },
    testTimeout: 20_000,
  },
});
