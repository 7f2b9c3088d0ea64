import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { StorePlace } from '../src/store/open-store.ts';

/** Links that callbacks come for. Each gets one in a round, so no throttle and no cap is in the way. */
export const LINKS = 2_000;

/** The token of the link with this number: both processes know it without telling each other. */
export const benchToken = (number: number): string =>
  createHash('sha256').update(`bench ${number}`).digest('base64url');

const localServer = () => `postgres://${userInfo().username}@localhost/postgres?host=/var/run/postgresql`;

/** As the processes under test are told where to write. */
export const readPlace = (env: NodeJS.ProcessEnv): StorePlace =>
  env['DATABASE_URL'] ? { databaseUrl: env['DATABASE_URL'] } : { dataDir: env['DATA_DIR'] ?? '' };

/** A schema of its own in the server that `TEST_DATABASE_URL` names, or the one of this machine. Null: none answers. */
export const openBenchSchema = async (
  env: NodeJS.ProcessEnv,
  name = 'store',
): Promise<{ databaseUrl: string; drop(): Promise<void> } | null> => {
  const server = env['TEST_DATABASE_URL'] ?? localServer();
  const schema = `paylink_bench_${name}_${process.pid}`;
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  try {
    await run(`create schema ${schema}`);
  } catch (error) {
    // A server that was named must be there; the one of this machine may be.
    if (env['TEST_DATABASE_URL']) throw error;
    return null;
  }
  const databaseUrl = `${server}${server.includes('?') ? '&' : '?'}options=-csearch_path%3D${schema}`;
  return { databaseUrl, drop: () => run(`drop schema ${schema} cascade`) };
};

/** The work on a fresh folder, and on a schema of its own where a server answers; a line that says so where none does. */
export const onBothEngines = async (
  bench: string,
  print: (figure: Record<string, unknown>) => void,
  work: (engine: 'sqlite' | 'postgres', env: Record<string, string>) => Promise<Record<string, unknown>>,
): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-bench-'));
  try {
    print(await work('sqlite', { DATA_DIR: dataDir }));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
  const schema = await openBenchSchema(process.env);
  if (!schema) return print({ bench, engine: 'postgres', skipped: 'no server answers' });
  try {
    print(await work('postgres', { DATABASE_URL: schema.databaseUrl }));
  } finally {
    await schema.drop();
  }
};
