import { userInfo } from 'node:os';
import pg from 'pg';

/** Debian's local server, which lets in whoever has a role by the name of the system's user. */
const LOCAL_SERVER = `postgres://${userInfo().username}@localhost/postgres?host=/var/run/postgresql`;

/** The server given, or the local one where it answers. One that is given and does not answer is a fault. */
export const findServer = async (): Promise<string | null> => {
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
