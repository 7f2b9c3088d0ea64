import { existsSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import Database from 'libsql';
import pg from 'pg';
import { z } from 'zod';
import { DataDirInUseError, lockDataDir } from './data-dir.ts';
import { buildUnreachableError } from './database-errors.ts';

type FolderInspection =
  /** `code`: why, as a system or SQLite error code. */
  | { is: 'unusable'; code: string }
  /** A running app is using it. */
  | { is: 'held' }
  /** `isThere`: whether the folder exists yet; the first start creates it. */
  | { is: 'empty'; isThere: boolean }
  | { is: 'database'; applied: string[] };

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
    return { is: 'database', applied: readApplied(file) };
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

function readApplied(file: string): string[] {
  const database = new Database(file, { timeout: 1_000 });
  try {
    // The driver's own read-only option has no effect.
    database.pragma('query_only = ON');
    const hasTable = database
      .prepare("select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'")
      .get();
    if (!hasTable) return [];
    const rows: unknown[] = database.prepare('select name from kysely_migration order by name').all();
    return rows.flatMap((row) =>
      typeof row === 'object' && row && 'name' in row && typeof row.name === 'string' ? [row.name] : [],
    );
  } finally {
    database.close();
  }
}

export interface ServerInspection {
  /** `server_version_num`: 150004 is 15.4. */
  version: number;
  /** Whether this user may create tables in the schema we would use. */
  mayCreate: boolean;
  applied: string[];
}

const serverSchema = z.tuple([
  z.object({ version: z.number(), may_create: z.boolean().nullable(), has_table: z.boolean() }),
]);
const namesSchema = z.array(z.object({ name: z.string() }));

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
        exists (
          select from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration'
        ) as has_table
    `);
    const [{ version, may_create: mayCreate, has_table: hasTable }] = serverSchema.parse(rows);
    // Null: no schema in the search path exists.
    if (mayCreate === null) throw Object.assign(new Error(), { code: '3F000' });
    const applied = hasTable
      ? namesSchema
          .parse((await client.query('select name from kysely_migration order by name')).rows)
          .map(({ name }) => name)
      : [];
    return { version, mayCreate, applied };
  } catch (error) {
    throw buildUnreachableError(error);
  } finally {
    await client?.end().catch(() => {});
  }
};
