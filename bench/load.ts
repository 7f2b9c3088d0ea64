import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { nameStandInDatabase } from '../playground/stand-in.ts';
import type { StorePlace } from '../src/open-store.ts';
import { runLoad } from './load/run-load.ts';
import { ANSWER_MS } from './statistics.ts';

interface FreshDatabase {
  place: StorePlace;
  env: Record<string, string>;
  remove(): Promise<void>;
}

const readNumber = (name: string, otherwise: number): number => {
  const number = Number(process.env[name] ?? otherwise);
  if (Number.isFinite(number) && number > 0) return number;
  throw new Error(`${name} must be a number above 0.`);
};

const runOn = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
};

/** A new database on the server; existing ones are never touched. */
const createDatabase = async (server: string): Promise<FreshDatabase> => {
  const name = nameStandInDatabase('load');
  await runOn(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    place: { databaseUrl: url.href },
    env: { DATABASE_URL: url.href },
    remove: () => runOn(server, `drop database ${name} with (force)`),
  };
};

const createFolder = async (): Promise<FreshDatabase> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'paylink-load-'));
  return {
    place: { dataDir },
    env: { DATA_DIR: dataDir },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
};

const server = process.env['TEST_DATABASE_URL'];
const database = server ? await createDatabase(server) : await createFolder();
if (!server) process.stderr.write('TEST_DATABASE_URL is not set: on the embedded database.\n');
try {
  const faults = await runLoad({
    teams: readNumber('LOAD_TEAMS', 500),
    rate: readNumber('LOAD_RATE', 25),
    seconds: readNumber('LOAD_SECONDS', 600),
    slackMs: readNumber('LOAD_SLACK_MS', ANSWER_MS.slack),
    slowEvery: readNumber('LOAD_SLOW_EVERY', 10),
    slowMs: readNumber('LOAD_SLOW_MS', 20_000),
    floodRate: readNumber('LOAD_FLOOD_RATE', 300),
    place: database.place,
    env: database.env,
    entry: fileURLToPath(new URL('../paylink/index.js', import.meta.url)),
    print: (figure) => process.stdout.write(`${JSON.stringify(figure)}\n`),
  });
  if (faults.length > 0) process.exitCode = 1;
} finally {
  await database.remove();
}
