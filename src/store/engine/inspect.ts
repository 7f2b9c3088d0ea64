import { existsSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { z } from 'zod';
import { judgeTables, LIST_APPLIED, READ_WRITER, type Written } from '../migrations.ts';
import { DataDirInUseError, lockDataDir } from './data-dir.ts';
import { buildUnreachableError } from './database-errors.ts';

type FolderInspection =
  /** `code`: why, as a system or SQLite error code. */
  | { is: 'unusable'; code: string }
  /** A running app is using it. */
  | { is: 'held' }
  /** `isThere`: whether the folder exists yet; the first start creates it. */
  | { is: 'empty'; isThere: boolean }
  | ({ is: 'database' } & Inspected);

/**
 * The state of the embedded database, without changing it. Does not open a database that a running app holds. Creates
 * and removes a folder to find out whether it can write: permissions alone do not show a full or read-only disk.
 */
export const inspectFolder = async (dataDir: string): Promise<FolderInspection> => {
  try {
    const folder = resolve(dataDir);
    await tryWriting(existingPartOf(folder));
    const file = join(folder, 'paylink.db');
    if (!existsSync(file)) return { is: 'empty', isThere: existsSync(folder) };
    if (isHeld(folder)) return { is: 'held' };
    return { is: 'database', ...(await readFile(file)) };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { is: 'unusable', code };
  }
};

/** The nearest existing parent: a missing folder would be created inside it. */
function existingPartOf(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingPartOf(dirname(folder));
}

async function tryWriting(folder: string): Promise<void> {
  await rmdir(await mkdtemp(join(folder, '.paylink-doctor-')));
}

function isHeld(folder: string): boolean {
  const lock = join(folder, 'paylink.lock');
  if (!existsSync(lock)) return false;
  try {
    lockDataDir(lock, folder).release();
    return false;
  } catch (error) {
    if (error instanceof DataDirInUseError) return true;
    throw error;
  }
}

async function readFile(file: string): Promise<Inspected> {
  const database = new Database(file, { timeout: 1_000 });
  try {
    // The driver's own read-only option has no effect.
    database.pragma('query_only = ON');
    const written = readWritten(database) ?? NOTHING_WRITTEN;
    return await readInside(written, async (query) => database.prepare(query).all());
  } finally {
    database.close();
  }
}

/** Null: it is no database of ours. */
export const readWritten = (database: Database.Database): Written | null => {
  const ask = (query: string) => namesSchema.parse(database.prepare(query).all()).map(({ name }) => name);
  const tables = ask("select name from sqlite_master where type = 'table'");
  if (!tables.includes('kysely_migration') || !tables.includes('links')) return null;
  return {
    applied: ask(LIST_APPLIED),
    writtenBy: (tables.includes('meta') ? ask(READ_WRITER)[0] : undefined) ?? null,
  };
};

const NOTHING_WRITTEN: Written = { applied: [], writtenBy: null };

/** With whose database it is, and what `ENCRYPTION_KEY` must open; not of tables of another version. */
const readInside = async (written: Written, ask: (query: string) => Promise<unknown>) => {
  const isOurs = written.applied.length > 0 && judgeTables(written) === null;
  if (!isOurs) return { written, owner: null, sealed: [] };
  const [owner] = namesSchema.parse(await ask("select value as name from meta where name = 'owner'"));
  return { written, owner: owner?.name ?? null, sealed: sealedSchema.parse(await ask(LIST_SEALED)) };
};

export type Inspected = Awaited<ReturnType<typeof readInside>>;

const LIST_SEALED =
  'select team_id as "teamId", bot_token as "botToken", credentials from installations where bot_token is not null';

export interface ServerInspection extends Inspected {
  /** `server_version_num`: 150004 is 15.4. */
  version: number;
  /** Whether this user may create tables in the schema we would use. */
  mayCreate: boolean;
}

const serverSchema = z.tuple([
  z.object({ version: z.number(), may_create: z.boolean().nullable(), has_tables: z.boolean() }),
]);
const namesSchema = z.array(z.object({ name: z.string() }));
const text = z.string();
const sealedSchema = z.array(z.object({ teamId: text, botToken: text, credentials: text.nullable() }));

/** The state of a PostgreSQL server, without changing it. Throws `DatabaseUnreachableError` if it cannot be used. */
export const inspectPostgres = async (databaseUrl: string, timeoutMs: number): Promise<ServerInspection> => {
  let client: pg.Client | null = null;
  try {
    client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'paylink-doctor',
      connectionTimeoutMillis: timeoutMs,
      query_timeout: timeoutMs,
    });
    client.on('error', () => {});
    await client.connect();
    await client.query('begin read only');
    const { rows } = await client.query(`
      select current_setting('server_version_num')::int as version,
        has_schema_privilege(current_schema(), 'create') as may_create,
        (
          select count(*) from pg_tables where schemaname = current_schema() and tablename in ('kysely_migration', 'meta')
        ) = 2 as has_tables
    `);
    const [{ version, may_create: mayCreate, has_tables: hasTables }] = serverSchema.parse(rows);
    // Null: no schema in the search path exists.
    if (mayCreate === null) throw Object.assign(new Error(), { code: '3F000' });
    const ask = async (query: string) => (await client?.query(query))?.rows;
    const list = async (query: string) => namesSchema.parse(await ask(query)).map(({ name }) => name);
    const written = hasTables
      ? { applied: await list(LIST_APPLIED), writtenBy: (await list(READ_WRITER))[0] ?? null }
      : NOTHING_WRITTEN;
    return { version, mayCreate, ...(await readInside(written, ask)) };
  } catch (error) {
    throw buildUnreachableError(error);
  } finally {
    await client?.end().catch(() => {});
  }
};
