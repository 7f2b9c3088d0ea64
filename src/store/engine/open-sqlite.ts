import { join } from 'node:path';
import type {
  DatabaseConnection,
  DatabaseIntrospector,
  Driver,
  SqliteDatabase,
  SqliteDialectConfig,
  SqliteStatement,
} from 'kysely';
import Database from 'libsql';
import { migrate } from '../migrations/index.ts';
import type { Schema } from '../schema.ts';
import { lockDataDir, makeFolderPrivate } from './data-dir.ts';
import { buildUnusableError } from './database-errors.ts';
import { Kysely, SqliteDialect, SqliteDriver, sql } from './kysely.ts';
import { giveStatistics } from './planner-statistics.ts';
import type { StoreDatabase } from './store-database.ts';

/**
 * Opens the embedded database in `dataDir`, migrates it, and locks the folder for this process. Calls `onExposed`
 * with what other users of this machine can still open. Throws `DataDirInUseError` when another process has it, and
 * `DatabaseUnusableError` when the folder or its file cannot be used.
 */
export const openSqlite = async (
  dataDir: string,
  onExposed: (warning: string) => void = () => {},
): Promise<StoreDatabase & { close(): Promise<void> }> => {
  let close = async (): Promise<void> => {};
  try {
    for (const warning of makeFolderPrivate(dataDir)) onExposed(warning);
    const lock = lockDataDir(join(dataDir, 'paylink.lock'), dataDir);
    close = async () => lock.release();
    const database = new Database(join(dataDir, 'paylink.db'), { timeout: 5_000 });
    // WAL with FULL: a confirmed commit survives a power cut, and readers never wait for the writer.
    for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON'])
      database.pragma(pragma);
    const db = new Kysely<Schema>({
      dialect: new ForgivingSqliteDialect({ database: keepStatements(database) }),
    });
    close = async () => {
      await db.destroy();
      lock.release();
    };
    await migrate(db);
    giveStatistics(database);
    return { db, engine: 'sqlite', close };
  } catch (error) {
    await close();
    throw buildUnusableError(dataDir, error);
  }
};

/**
 * SQLite itself ends a transaction when the disk is full or failing. Kysely's rollback then fails too, and its error
 * ("no transaction is active") would hide the one that says what is wrong.
 */
export class ForgivingSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new ForgivingSqliteDriver(this.#config);
  }

  /** At every start Kysely asks, several times, which tables there are; it needs their names alone, not every column. */
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const getTables = async () => {
      const { rows } = await sql<{
        name: string;
      }>`select name from sqlite_schema where type = 'table'`.execute(db);
      return rows.map(({ name }) => ({ name, isView: false, isForeign: false, columns: [] }));
    };
    return {
      getSchemas: async () => [],
      getTables,
      getMetadata: async () => ({ tables: await getTables() }),
    };
  }
}

/** How many finished entries to drop at once: moving the whole queue up each time is expensive. */
const FORGOTTEN_AT_ONCE = 1_000;

class ForgivingSqliteDriver extends SqliteDriver {
  #isTaken = false;
  /** In the order in which they came, the first of them at `#next`. */
  #waiting: (() => void)[] = [];
  #next = 0;

  /**
   * Kysely's own lock wakes all who wait whenever it is let go: with a thousand of them a statement takes fifty times as
   * long. This one lets one after the other through, so nobody waits for Kysely's.
   */
  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    await super.releaseConnection();
    const go = this.#waiting[this.#next];
    this.#next += 1;
    if (go === undefined || this.#next === FORGOTTEN_AT_ONCE) {
      this.#waiting.splice(0, this.#next);
      this.#next = 0;
    }
    if (go === undefined) this.#isTaken = false;
    else go();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    }
  }
}

/** A statement takes about 20 kB. The store has about 300, plus variants for value lists of different lengths. */
const MOST_KEPT = 400;

/**
 * Prepares each statement only once, since parsing and planning takes longer than running it. SQLite itself prepares
 * a cached one again after a schema change. Drops the least recently used statement first.
 */
export const keepStatements = (database: SqliteDatabase): SqliteDatabase => {
  const kept = new Map<string, SqliteStatement>();

  return {
    prepare: (sql) => {
      const known = kept.get(sql);
      const statement = known ?? prepare(database, sql);
      if (known) kept.delete(sql);
      kept.set(sql, statement);
      const [oldest] = kept.size > MOST_KEPT ? kept.keys() : [];
      if (oldest !== undefined) kept.delete(oldest);
      return statement;
    },
    close: () => {
      kept.clear();
      database.close();
    },
  };
};

/** Reads `reader` (whether it returns rows) only once: it never changes, and asking the driver is slow. */
function prepare(database: SqliteDatabase, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => statement.iterate(parameters),
  };
}
