import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type {
  DatabaseConnection,
  DatabaseIntrospector,
  Driver,
  CompiledQuery as Query,
  QueryResult,
  SqliteDatabase,
  SqliteDialectConfig,
  SqliteStatement,
} from 'kysely';
import Database from 'libsql';
import { migrate } from '../migrations/index.ts';
import type { Schema } from '../schema.ts';
import { lockDataDir, makeFolderPrivate } from './data-dir.ts';
import {
  CompiledQuery,
  introspect,
  Kysely,
  SqliteDialect,
  SqliteDriver,
  type StoreDatabase,
  sql,
} from './database.ts';
import { buildUnusableError } from './database-errors.ts';
import { writeStatistics } from './planner-statistics.ts';

/**
 * Locks `dataDir` for this process, opens the embedded database in it and migrates it. Calls `onExposed` with a warning
 * for each file that other users of this machine can open. Throws `DataDirInUseError` when another process has the
 * folder, and `DatabaseUnusableError` when the folder or its database cannot be used.
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
      dialect: new ForgivingSqliteDialect({ database: cacheStatements(database) }),
    });
    close = async () => {
      await db.destroy();
      lock.release();
    };
    await migrate(db);
    writeStatistics(database);
    // SQLite would hold up the whole process while it waits: from here on, `PatientConnection` waits.
    database.pragma('busy_timeout = 0');
    return { db, engine: 'sqlite', close };
  } catch (error) {
    await close();
    throw buildUnusableError(dataDir, error);
  }
};

/**
 * When the disk is full or failing, SQLite ends the transaction itself. Kysely's rollback then fails, and its error ("no
 * transaction is active") would hide the real one.
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

  /** Kysely lists the tables several times at each start, and needs only their names, not all columns. */
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return introspect(async () => {
      const tables = sql<{ name: string }>`select name from sqlite_schema where type = 'table'`;
      return (await tables.execute(db)).rows;
    });
  }
}

/** How long a statement waits for a writer of another process, such as a person's own `sqlite3`. */
const PATIENCE_MS = 5_000;
const RETRY_EVERY_MS = 20;

class PatientConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;

  constructor(connection: DatabaseConnection) {
    this.#connection = connection;
  }

  async executeQuery<Row>(query: Query): Promise<QueryResult<Row>> {
    const until = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        return await this.#connection.executeQuery<Row>(query);
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw error;
      }
      await setTimeout(RETRY_EVERY_MS);
    }
  }

  streamQuery<Row>(query: Query, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';

/** How many finished entries to drop at once: shifting the queue for each one is expensive. */
const DROPPED_AT_ONCE = 1_000;

class ForgivingSqliteDriver extends SqliteDriver {
  #isTaken = false;
  /** In order of arrival; the first one still waiting is at `#next`. */
  #waiting: (() => void)[] = [];
  #next = 0;

  /**
   * Kysely's own lock wakes all waiting callers at each release: with a thousand of them, a statement takes fifty times
   * as long. This queue lets one caller through at a time, so Kysely's lock is always free.
   */
  override async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return new PatientConnection(await super.acquireConnection());
  }

  /** A transaction that begins by reading could not wait for another writer later: what it had read would be outdated. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  override async releaseConnection(): Promise<void> {
    await super.releaseConnection();
    const go = this.#waiting[this.#next];
    this.#next += 1;
    if (go === undefined || this.#next === DROPPED_AT_ONCE) {
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
const MAX_CACHED = 400;

/**
 * Prepares each statement once: parsing and planning take longer than running it. SQLite prepares it again by itself
 * after a schema change. Evicts the least recently used statement first.
 */
export const cacheStatements = (database: SqliteDatabase): SqliteDatabase => {
  const cached = new Map<string, SqliteStatement>();

  return {
    prepare: (sql) => {
      const known = cached.get(sql);
      const statement = known ?? prepare(database, sql);
      if (known) cached.delete(sql);
      cached.set(sql, statement);
      const [oldest] = cached.size > MAX_CACHED ? cached.keys() : [];
      if (oldest !== undefined) cached.delete(oldest);
      return statement;
    },
    close: () => {
      cached.clear();
      database.close();
    },
  };
};

/** Reads `reader` (whether it returns rows) once: it never changes, and the driver's getter is slow. */
function prepare(database: SqliteDatabase, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(refuseBooleans(parameters)),
    run: (parameters) => statement.run(refuseBooleans(parameters)),
    iterate: (parameters) => statement.iterate(refuseBooleans(parameters)),
  };
}

/** The driver ends the whole process for one. Any other wrong value makes it throw. */
function refuseBooleans(parameters: readonly unknown[]): readonly unknown[] {
  if (parameters.some((value) => typeof value === 'boolean'))
    throw new TypeError('The database has no booleans.');
  return parameters;
}
