import { defineConfig } from 'vitest/config';
import files from './mutated-files.json' with { type: 'json' };

export default defineConfig({
  test: {
    include: [...new Set(Object.values(files).flat())],
    provide: { testServer: null },
    testTimeout: 20_000,
  },
});
