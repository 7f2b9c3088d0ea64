import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { inject } from 'vitest';
import { nameStandInDatabase } from '../../tools/stand-in.ts';

const run = promisify(execFile);
const READY_WITHIN_MS = 120_000;
/** Where Debian, Red Hat and Homebrew keep the server binaries. */
const PLACES = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt'];

/** A private PostgreSQL server, which may be killed. */
export interface PostgresServer {
  databaseUrl: string;
  /** `kill`: SIGKILL to the main process; `immediate`: PostgreSQL's immediate shutdown. */
  kill(how: 'kill' | 'immediate'): Promise<void>;
  /** Resolves when it accepts queries. */
  start(): Promise<void>;
  /** `isKept`: keeps its data for inspection. */
  stop(how: { isKept: boolean }): Promise<void>;
}

/** The folder of `initdb` and `postgres`; null: not installed. */
const findBinaries = (): string | null => {
  const candidates = PLACES.filter((place) => existsSync(place)).flatMap((place) =>
    readdirSync(place)
      .sort((a, b) => b.localeCompare(a, undefined, { numeric: true }))
      .map((version) => join(place, version, 'bin')),
  );
  const onPath = (process.env['PATH'] ?? '').split(':');
  const isWhole = (folder: string) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)));
  return [...onPath, ...candidates].find((folder) => folder !== '' && isWhole(folder)) ?? null;
};

/** PostgreSQL refuses to run as root: then uses the system user `postgres`. */
const findUser = async (): Promise<{ uid: number; gid: number } | null> => {
  if (process.getuid?.() !== 0) return null;
  const idOf = async (which: string) => Number((await run('id', [which, 'postgres'])).stdout);
  return { uid: await idOf('-u'), gid: await idOf('-g') };
};

/** Why no server can be started here, or null. */
export const findObstacle = async (): Promise<string | null> => {
  if (findBinaries() === null) return `no initdb and postgres in PATH or below ${PLACES.join(', ')}`;
  return findUser().then(
    () => null,
    () => 'PostgreSQL does not run as root, and this machine has no user postgres',
  );
};

/** Creates a server with one empty database, not started yet. */
export const createPostgresServer = async (): Promise<PostgresServer> => {
  const binaries = findBinaries();
  if (binaries === null) throw new Error('PostgreSQL is not on this machine.');
  const user = await findUser();
  const folder = await mkdtemp(join(inject('diskFolder'), 'paylink-postgres-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const name = nameStandInDatabase('crash');
  const as = { ...user, cwd: folder };
  await run(join(binaries, 'initdb'), ['-D', data, '-U', 'paylink', '-A', 'trust', '-E', 'UTF8'], as);
  // Only a socket in its own folder, so that no port can be taken.
  const addressOf = (database: string): string => {
    const url = new URL(`postgres://paylink@localhost/${database}`);
    url.searchParams.set('host', folder);
    return url.href;
  };
  let server: ChildProcess | null = null;
  let said = '';

  /** The first time it makes the database. */
  const isReady = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: addressOf('postgres') });
    client.on('error', () => {});
    try {
      await client.connect();
      const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
      if (rowCount === 0) await client.query(`create database ${name}`);
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  const begin = (): ChildProcess => {
    const settings = ['-c', 'listen_addresses=', '-c', `cluster_name=${name}`];
    const started = spawn(join(binaries, 'postgres'), ['-D', data, '-k', folder, ...settings], {
      ...as,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const listen = (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-10_000);
    };
    started.stdout?.on('data', listen);
    started.stderr?.on('data', listen);
    return started;
  };
  const isGone = (one: ChildProcess) => one.exitCode !== null || one.signalCode !== null;

  return {
    databaseUrl: addressOf(name),
    kill: async (how) => {
      const running = server;
      if (!running || isGone(running)) return;
      const ended = once(running, 'exit');
      running.kill(how === 'kill' ? 'SIGKILL' : 'SIGQUIT');
      await ended;
    },
    start: async () => {
      for (const deadline = Date.now() + READY_WITHIN_MS; Date.now() < deadline; await pause(50)) {
        // It refuses to start while a process of the killed one still exists.
        if (server === null || isGone(server)) server = begin();
        if (await isReady()) return;
      }
      throw new Error(`PostgreSQL was not ready:\n${said}`);
    },
    stop: async ({ isKept }) => {
      if (server && !isGone(server)) {
        const ended = once(server, 'exit');
        server.kill('SIGINT');
        await ended;
      }
      if (!isKept) await rm(folder, { recursive: true, force: true });
    },
  };
};
