import { userInfo } from 'node:os';
import pg from 'pg';

/** The PostgreSQL server of `TEST_DATABASE_URL`, or Debian's local one if it answers; otherwise null. */
export const findServer = async () => {
  const given = process.env.TEST_DATABASE_URL;
  const url = given ?? `postgres://${userInfo().username}@localhost/postgres?host=/var/run/postgresql`;
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    await client.end();
    return url;
  } catch (error) {
    if (given !== undefined) throw new Error('TEST_DATABASE_URL cannot be used.', { cause: error });
    return null;
  }
};
