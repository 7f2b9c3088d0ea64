import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildToken, drawIdentity } from '../../src/identity.ts';
import type { StorePlace } from '../../src/open-store.ts';
import { nameStandInDatabase } from '../stand-in.ts';

/** Number of links. Each gets one callback per round, so no rate limit applies. */
export const LINKS = 2_000;

/** The callback token of a link, computed so that both processes know it. */
export const BENCH_IDENTITY = drawIdentity((size) => Buffer.alloc(size, 1));

export const benchToken = (number: number): string =>
  buildToken(BENCH_IDENTITY, 'callback', createHash('sha256').update(`bench ${number}`).digest(), null);

const localServer = () => `postgres://${userInfo().username}@localhost/postgres?host=/var/run/postgresql`;

/** Tells a process under test where to write. */
export const readPlace = (env: NodeJS.ProcessEnv): StorePlace =>
  env['DATABASE_URL'] ? { databaseUrl: env['DATABASE_URL'] } : { dataDir: env['DATA_DIR'] ?? '' };

/** A new schema on the server of `TEST_DATABASE_URL` or on the local one. Null: no server answers. */
export const openBenchSchema = async (
  env: NodeJS.ProcessEnv,
  name = 'store',
): Promise<{ databaseUrl: string; drop(): Promise<void> } | null> => {
  const server = env['TEST_DATABASE_URL'] ?? localServer();
  const schema = nameStandInDatabase(`bench_${name}`);
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: server, connectionTimeoutMillis: 2_000 });
    await client.connect();
    await client.query(text).finally(() => client.end());
  };
  try {
    await run(`create schema ${schema}`);
  } catch (error) {
    // A named server must answer; the local one is optional.
    if (env['TEST_DATABASE_URL']) throw error;
    return null;
  }
  const databaseUrl = `${server}${server.includes('?') ? '&' : '?'}options=-csearch_path%3D${schema}`;
  return { databaseUrl, drop: () => run(`drop schema ${schema} cascade`) };
};

/**
 * Runs the work on a fresh folder and, if a server answers, on a new PostgreSQL schema; otherwise returns a line
 * that says so.
 */
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
