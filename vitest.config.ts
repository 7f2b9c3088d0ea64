import { availableParallelism, userInfo } from 'node:os';
import pg from 'pg';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Where the store is at work: these run once more on PostgreSQL. */
const WITH_STORE = ['store', 'notices', 'jobs', 'links', 'reports', 'slack', 'web', 'crash'].map(
  (folder) => `test/${folder}/**/*.test.ts`,
);

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

/** What waits longest for timers goes first, so that the rest runs beside it. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => /test\/(crash|browser)\//.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const PATIENCE = { testTimeout: 20_000, hookTimeout: 30_000 };

export default defineConfig(async () => {
  const server = await findServer();
  const sqlite = { name: 'sqlite', include: ['test/**/*.test.ts'], provide: { testServer: null } };
  const postgres = { name: 'postgres', include: WITH_STORE, provide: { testServer: server } };
  return {
    test: {
      // Most tests wait for a timer or a socket most of the time.
      maxWorkers: Math.min(2 * availableParallelism(), 8),
      sequence: { sequencer: LongestFirst },
      projects: [sqlite, ...(server === null ? [] : [postgres])].map((project) => ({
        test: { ...PATIENCE, ...project },
      })),
    },
  };
});
