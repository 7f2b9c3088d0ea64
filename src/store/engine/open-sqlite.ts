import { join } from 'node:path';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Database from 'libsql';
import { migrate } from '../migrations.ts';
import { copyBeforeUpgrade, nameCopy } from './backup.ts';
import { lockDataDir, makeFolderPrivate } from './data-dir.ts';
import { CamelCasePlugin, type OpenDatabaseOptions, type StoreDatabase } from './database.ts';
import { buildUnusableError } from './database-errors.ts';
import { writeStatistics } from './planner-statistics.ts';
import { type LockableDatabase, LockingSqliteDialect } from './sqlite-dialect.ts';
import { ToldKysely } from './written.ts';

/**
 * Locks `dataDir` for this process, opens the embedded database in it and migrates it, with a copy of an older release's. Calls
 * `onWarning` with that, and for each file that other users of this machine can open. Throws `DataDirInUseError` when another process
 * has the folder, `DatabaseUnusableError` when the folder or its database cannot be used, and `OtherVersionError`.
 */
export const openSqlite = async (
  dataDir: string,
  { onWarning = () => {}, marks, migrations }: OpenDatabaseOptions = {},
): Promise<StoreDatabase & { close(): Promise<void> }> => {
  let close = async (): Promise<void> => {};
  try {
    for (const warning of makeFolderPrivate(dataDir)) onWarning(warning);
    const lock = lockDataDir(join(dataDir, 'paylink.lock'), dataDir);
    close = async () => lock.release();
    const database = new Database(join(dataDir, 'paylink.db'), { timeout: 5_000 });
    // WAL with FULL: a confirmed commit survives a power cut, and readers never wait for the writer. What is deleted is
    // overwritten: it may be a customer's data.
    for (const pragma of [
      'journal_mode = WAL',
      'synchronous = FULL',
      'foreign_keys = ON',
      'secure_delete = ON',
    ])
      database.pragma(pragma);
    const db = new ToldKysely({
      dialect: new LockingSqliteDialect(cacheStatements(database, marks?.failed)),
      plugins: [new CamelCasePlugin()],
    });
    close = async () => {
      await db.destroy();
      lock.release();
    };
    const beforeUpgrade = (writtenBy: string | null) => copyBeforeUpgrade(dataDir, writtenBy);
    await migrate(db, { migrations, beforeUpgrade });
    const copy = nameCopy(dataDir);
    if (copy !== null)
      onWarning(
        `The database as it was before its upgrade is in ${copy}, which holds customers' data: delete it once you need not go back`,
      );
    writeStatistics(database);
    // SQLite would hold up the whole process while it waits: from here on, `LockingConnection` waits.
    database.pragma('busy_timeout = 0');
    return { db, engine: 'sqlite', close };
  } catch (error) {
    await close();
    throw buildUnusableError(dataDir, error);
  }
};

/** A statement takes about 20 kB. The store has about 300, plus variants for value lists of different lengths. */
const MAX_CACHED = 400;

/**
 * Prepares each statement once: parsing and planning take longer than running it. Without this, a claim takes 195 µs of
 * processor time instead of 80, and reading a link 205 instead of 170. SQLite prepares it again by itself
 * after a schema change. Evicts the least recently used statement first.
 */
export const cacheStatements = (
  database: LockableDatabase,
  onFailure: (error: unknown) => void = () => {},
): LockableDatabase => {
  const cached = new Map<string, SqliteStatement>();
  const hear = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      onFailure(error);
      throw error;
    }
  };

  return {
    prepare: (sql) => {
      const known = cached.get(sql);
      const statement = known ?? hear(() => prepare(database, sql, hear));
      if (known) cached.delete(sql);
      cached.set(sql, statement);
      const [oldest] = cached.size > MAX_CACHED ? cached.keys() : [];
      if (oldest !== undefined) cached.delete(oldest);
      return statement;
    },
    exec: (statement) => hear(() => database.exec(statement)),
    close: () => {
      cached.clear();
      database.close();
    },
  };
};

/** Reads `reader` (whether it returns rows) once: it never changes, and the driver's getter is slow. */
function prepare(database: SqliteDatabase, sql: string, hear: <T>(work: () => T) => T): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.reader,
    all: (parameters) => hear(() => statement.all(refuseBooleans(parameters))),
    run: (parameters) => hear(() => statement.run(refuseBooleans(parameters))),
    iterate: (parameters) => statement.iterate(refuseBooleans(parameters)),
  };
}

/** The driver ends the whole process for one. Any other wrong value makes it throw. */
function refuseBooleans(parameters: readonly unknown[]): readonly unknown[] {
  if (parameters.some((value) => typeof value === 'boolean'))
    throw new TypeError('The database has no booleans.');
  return parameters;
}
