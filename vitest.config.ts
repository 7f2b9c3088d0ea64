import { availableParallelism, tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { nameStandInDatabase } from './playground/stand-in.ts';
import { forgetSurroundings } from './test/fixtures/forget-surroundings.ts';
import { QUICK_FOLDER } from './test/fixtures/quick-folder.ts';
import { listTestsAt, listTestsWith } from './test/setup/test-files.ts';

forgetSurroundings();

/** Tests that open a store, alone or with the whole app. They run on PostgreSQL too. */
const STORE_TESTS = listTestsWith('fixtures/test-database.ts');

/** Those that a browser or a server of their own makes too slow to run twice. */
const RUN_ONCE = listTestsAt('browser/', 'crash/database-killed.');

/** Tests of the store itself. With `TEST_DATABASE_URL`, as in `.ci/run`, the others run on PostgreSQL too. */
const OF_STORE = listTestsAt('store/', 'delivery/job-lanes', 'links/notice-kinds');

/** Tests that start the whole app and look at it through Slack. */
const THROUGH_SLACK = [
  'fixtures/start-paylink.ts',
  'fixtures/start-many.ts',
  'slack/start-isolation.ts',
].flatMap(listTestsWith);

/** Those of them where processes race or claim rows. `LONG_TESTS` runs the rest as well. */
const WITH_RACES = listTestsAt(
  'store/',
  'delivery/',
  'workspaces/welcome.',
  'workspaces/channel-id-changed.',
);

/** Long tests that do not depend on the database. On PostgreSQL only `LONG_TESTS` runs them. */
const LONG_ON_BOTH = listTestsAt(
  'daily-close/daily-close-in-slack.',
  'exports/export-job.',
  'crash/export.',
  'batches/batch-killed.',
  'approvals/approval-messages.',
  'links/edit-card.',
  'links/post-and-move.',
  'links/qr-delivery.',
  'links/qr-in-thread.',
  'links/told-to-people.',
  'links/silent-service.',
  'links/clock-set-back.',
  'links/lost-listings.',
  'links/paid-by-link-alone.',
  'links/know-when-paid.',
  'links/two-links.',
  'delivery/picture-routes.',
);

const isForPostgres = (file: string): boolean =>
  process.env['LONG_TESTS'] !== undefined ||
  (!LONG_ON_BOTH.includes(file) && (WITH_RACES.includes(file) || !THROUGH_SLACK.includes(file)));

const listForPostgres = (isServerGiven: boolean): string[] =>
  STORE_TESTS.filter((file) => !RUN_ONCE.includes(file))
    .filter((file) => (isServerGiven ? isForPostgres(file) : OF_STORE.includes(file)))
    .map((file) => `test/${file}`);

/** Debian's local server, which lets in whoever has a role by the name of the system's user. */
const LOCAL_SERVER = `postgres://${userInfo().username}@localhost/postgres?host=/var/run/postgresql`;

/** The server given, or the local one where it answers. One that is given and does not answer is a fault. */
const findServer = async (): Promise<string | null> => {
  const given = process.env['TEST_DATABASE_URL'];
  const client = new pg.Client({ connectionString: given ?? LOCAL_SERVER, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
    return given ?? LOCAL_SERVER;
  } catch (error) {
    if (given !== undefined) throw new Error('TEST_DATABASE_URL cannot be used.', { cause: error });
    const reason = error instanceof Error ? error.message : 'no answer';
    process.stderr.write(
      `PostgreSQL tests skipped: no server at /var/run/postgresql lets ${userInfo().username} in (${reason}). ` +
        'Start one, or set TEST_DATABASE_URL.\n',
    );
    return null;
  }
};

/**
 * Tests that take minutes of CPU time, or the whole machine. `npm test` leaves them out; `npm run test:whole` runs them, and
 * so does naming one. Of the browser tests, `npm test` runs the one from the command to the payment.
 */
const AT_LENGTH = [
  'test/attacks/**',
  'test/load/**',
  'test/commands/**',
  'test/crash/**',
  'test/start-and-stop-early.test.ts',
  'test/browser/{app-home,card-states,duplicates,first-hour,guided-payment,known-customer,one-sale,pictures,playground-page,reports}.test.ts',
  'test/batches/{batch-card,batch-killed}.test.ts',
  // The same steps through Slack, each time with another fault or for another workspace.
  'test/links/{card-buttons,card-place,duplicates,first-link,form-questions,hand-over,known-customers,one-row-pays-one-link,paid-by-link-alone,late-answers,lost-answers,lost-listings,unsettled-answers,odd-answers,missing-links,silent-service}.test.ts',
  'test/slack/{refused-tokens,ways-to-a-window}.test.ts',
  'test/workspaces/{many-workspaces,channel-id-changed,other-account,team-access,what-came}.test.ts',
  'test/exports/{export-job,scheduled-exports}.test.ts',
  'test/payouts/tie-out.property.test.ts',
  'test/{rehearsal,operations/backup}/**',
  // Starts the command as a process; other tests check the doctor itself.
  'test/operations/doctor/{doctor,modes}.test.ts',
  'test/log/whole-run.test.ts',
  'test/surroundings/poisoned-folder.test.ts',
  // They install and compile.
  'test/container/{build-steps,upgrade,production-start}.test.ts',
  // Long texts, and thousands of rows.
  'test/{linear-reading,slack/typed-words-growth,reports/{read-page,report-sizes,reports-long-pages,too-large-listings,wide-rows}}.test.ts',
];
const isWhole =
  process.env['WHOLE_SUITE'] !== undefined || process.argv.some((word) => word.startsWith('test/'));

/**
 * One project after the other, because a worker serves only one and loads the app for it. In each, the longest tests start
 * first, so that the others run in parallel with them.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId, project }: TestSpecification) =>
      (project.name === 'sqlite' ? 0 : 2) +
      (/test\/(simulator|crash|browser|payments\/judge)/.test(moduleId) ? 0 : 1);
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Our modules keep no state, so test files share the loaded ones. */
const EVERYWHERE = {
  // For a machine whose processors are all busy.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  isolate: false,
  exclude: [...configDefaults.exclude, ...(isWhole ? [] : AT_LENGTH)],
  // A file named on the command line runs completely.
  env: { TMPDIR: QUICK_FOLDER, ...(isWhole ? { WHOLE_SUITE: '1' } : {}) },
};

export default defineConfig(async () => {
  const server = isWhole ? await findServer() : null;
  const sqlite = {
    name: 'sqlite',
    include: ['test/**/*.test.ts'],
    setupFiles: 'test/setup/watch-plans.ts',
    provide: {
      testServer: null,
      schemaPrefix: '',
      diskFolder: tmpdir(),
      storeTests: STORE_TESTS.map((file) => join(import.meta.dirname, 'test', file)),
    },
  };
  const postgres = {
    name: 'postgres',
    include: listForPostgres(process.env['TEST_DATABASE_URL'] !== undefined),
    globalSetup: 'test/fixtures/drop-schemas.ts',
    // All similar cases ran on the embedded database; here a sample is enough.
    env: { ...EVERYWHERE.env, ...(process.env['LONG_TESTS'] === undefined ? { SAMPLE_CASES: '1' } : {}) },
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
      // Tests wait for timers and sockets: two for each processor left a third of it idle. Each worker loads the app.
      maxWorkers: Math.min(3 * availableParallelism(), 8),
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
