import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { forgetSurroundings } from './test/fixtures/forget-surroundings.ts';
import { QUICK_FOLDER } from './test/fixtures/quick-folder.ts';
import { findDraw } from './test/setup/find-draw.ts';
import { findServer } from './test/setup/find-server.ts';
import { listTagged, listTests, TAGS } from './test/setup/tagged-tests.ts';
import { listUnchanged } from './test/setup/tool-tests.ts';
import { nameStandInDatabase } from './tools/stand-in.ts';

forgetSurroundings();

const areNamed = process.argv.some((word) => /^(test|packages)\//.test(word));
const isLong = process.env['LONG_TESTS'] !== undefined;
const isWhole = process.env['WHOLE_SUITE'] !== undefined || isLong || areNamed;

const SAMPLE_OF = findDraw(import.meta.dirname, process.env['SAMPLE_OF']);

/** `.ci/run` leaves them out: what they would say was said on main. */
const unchangedTools =
  process.env['CHANGED_TOOLS_ONLY'] === undefined ? [] : listUnchanged(import.meta.dirname, listTests());

const FIRST: ReadonlySet<string> = new Set(
  listTagged('first').map((file) => join(import.meta.dirname, file)),
);

/**
 * One project after the other, because a worker serves only one and loads the app for it. In each, the longest tests start
 * first, so that the others run in parallel with them.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      (project.name === 'sqlite' ? 0 : 2) + (FIRST.has(moduleId) ? 0 : 1);
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Our modules keep no state, so test files share the loaded ones. */
const EVERYWHERE = {
  // What hangs fails as such. Far beyond what a test takes, because other work may hold the processors meanwhile.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 90_000 } },
  isolate: false,
  tags: Object.entries(TAGS).map(([name, tag]) => ({ name, ...tag })),
  exclude: [
    ...configDefaults.exclude,
    ...(isWhole ? [] : listTagged('long')),
    ...(isLong || areNamed ? [] : listTagged('by-hand')),
    ...unchangedTools,
  ],
  // A file named on the command line runs completely.
  env: { TMPDIR: QUICK_FOLDER, SAMPLE_OF, ...(isWhole ? { WHOLE_SUITE: '1' } : {}) },
};

export default defineConfig(async () => {
  if (!isWhole)
    process.stderr.write(
      `Of similar rows: those of commit ${SAMPLE_OF} (SAMPLE_OF=${SAMPLE_OF} npm test runs them again).\n`,
    );
  if (unchangedTools.length > 0)
    process.stderr.write(
      `Tests of tools that have not changed are left out: ${unchangedTools.length} files.\n`,
    );
  const server = isWhole ? await findServer() : null;
  const sqlite = {
    name: 'sqlite',
    include: ['{test,packages/local-slack/test}/**/*.test.ts'],
    setupFiles: ['test/setup/show-screens.ts', 'test/setup/watch-plans.ts'],
    globalSetup: 'test/setup/pick-shown.ts',
    provide: {
      testServer: null,
      schemaPrefix: '',
      diskFolder: tmpdir(),
      storeTests: listTagged('store', 'postgres', 'browser').map((file) => join(import.meta.dirname, file)),
    },
  };
  const postgres = {
    name: 'postgres',
    include: listTagged('postgres', ...(isLong ? (['store'] as const) : [])),
    setupFiles: 'test/setup/show-screens.ts',
    globalSetup: 'test/fixtures/drop-schemas.ts',
    // All similar cases ran on the embedded database; here a sample is enough.
    env: { ...EVERYWHERE.env, ...(isLong ? {} : { SAMPLE_CASES: '1' }) },
    provide: {
      testServer: server,
      schemaPrefix: nameStandInDatabase('test'),
      diskFolder: tmpdir(),
      storeTests: null,
    },
  };
  return {
    // Vite reads `.env`, too.
    envDir: false as const,
    test: {
      // Tests wait for timers and sockets, those of the whole suite for whole processes, too. Each worker loads the app, so more
      // of them cost more time than they save.
      maxWorkers: Math.min(Math.ceil((isWhole ? 2.5 : 2) * availableParallelism()), 8),
      sequence: { sequencer: LongestFirst },
      // Keeps each file's compiled form until it changes.
      experimental: { fsModuleCache: true },
      projects: [sqlite, ...(server === null ? [] : [postgres])].map((project) => ({
        envDir: false as const,
        test: { ...EVERYWHERE, ...project },
      })),
    },
  };
});
