import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { forgetSurroundings } from '../fixtures/forget-surroundings.ts';
import { QUICK_FOLDER } from '../fixtures/quick-folder.ts';
import { listTagged, TAGS } from '../setup/tagged-tests.ts';

forgetSurroundings();
const planted = new Map<string, string>(
  Object.entries(JSON.parse(readFileSync(process.env['MUTATION_PLANTED'] ?? '', 'utf8'))),
);
const asked: string[] | null = JSON.parse(process.env['MUTATION_TESTS'] ?? 'null');

/** In the order asked for: the nearest first. */
class AsAsked extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      asked?.findIndex((file) => moduleId.endsWith(file)) ?? 0;
    return files.toSorted((one, other) => rank(one) - rank(other));
  }
}

export default defineConfig({
  envDir: false,
  plugins: [
    {
      name: 'planted-faults',
      enforce: 'pre',
      load: (id) => planted.get(id) ?? null,
      configureVitest: ({ experimental_defineCacheKeyGenerator: addToKey }) =>
        addToKey(({ id }) => planted.get(id)),
    },
  ],
  test: {
    include: asked ?? ['test/**/*.test.ts'],
    // Without a build, a browser, or minutes.
    exclude: [
      ...configDefaults.exclude,
      'test/{browser,commands,container,crash}/**',
      ...(asked ? [] : listTagged('long', 'by-hand')),
    ],
    isolate: false,
    setupFiles: ['test/mutation/drawn-setup.ts', 'test/setup/show-screens.ts', 'test/setup/watch-plans.ts'],
    provide: {
      testServer: null,
      schemaPrefix: '',
      diskFolder: tmpdir(),
      storeTests: listTagged('store', 'postgres', 'browser').map((file) => resolve(file)),
    },
    tags: Object.keys(TAGS).map((name) => ({ name })),
    env: { TMPDIR: QUICK_FOLDER, WHOLE_SUITE: '1' },
    sequence: { sequencer: AsAsked },
    experimental: { fsModuleCache: true },
    // A busy machine notices nothing.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 90_000 } },
  },
});
