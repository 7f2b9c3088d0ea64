import { readFileSync } from 'node:fs';

const files = JSON.parse(readFileSync(new URL('./mutated-files.json', import.meta.url), 'utf8'));

export default {
  mutate: Object.keys(files),
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'test/mutation/vitest.config.ts' },
  // Stryker rewrites this file with an API that TypeScript 7 has no more; vitest needs none of it.
  tsconfigFile: 'none',
  ignorePatterns: ['dist', 'docs', 'data'],
  tempDirName: '.stryker-tmp',
  concurrency: 2,
  reporters: ['clear-text', 'progress', 'json'],
  jsonReporter: { fileName: 'node_modules/.cache/mutation/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false, allowEmojis: false },
  thresholds: { high: 95, low: 90, break: 90 },
};
