import { setTimeout } from 'node:timers/promises';
import type {
  DatabaseConnection,
  DatabaseIntrospector,
  Driver,
  CompiledQuery as Query,
  QueryResult,
  SqliteDatabase,
} from 'kysely';
import { introspect, type Kysely, SqliteAdapter, SqliteDialect, SqliteDriver, sql } from './database.ts';

/** `exec` runs a statement and forgets it, also after an error. */
export interface LockableDatabase extends SqliteDatabase {
  exec(statement: string): void;
}

export class LockingSqliteDialect extends SqliteDialect {
  readonly #database: LockableDatabase;

  constructor(database: LockableDatabase) {
    super({ database });
    this.#database = database;
  }

  override createAdapter(): TransactionalAdapter {
    return new TransactionalAdapter();
  }

  override createDriver(): Driver {
    return new LockingSqliteDriver(this.#database);
  }

  /** Kysely lists the tables several times at each start, and needs only their names, not all columns. */
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return introspect(async () => {
      const tables = sql<{ name: string }>`select name from sqlite_schema where type = 'table'`;
      return (await tables.execute(db)).rows;
    });
  }
}

/**
 * Kysely migrates SQLite without a transaction unless told that there can be one. A process that died between a
 * migration and the row that records it could then never start again.
 */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** How many finished entries to drop at once: shifting the queue for each one is expensive. */
const DROPPED_AT_ONCE = 1_000;

class LockingSqliteDriver extends SqliteDriver {
  readonly #exec: (statement: string) => void;
  #isTaken = false;
  /** In order of arrival; the first one still waiting is at `#next`. */
  #waiting: (() => void)[] = [];
  #next = 0;

  constructor(database: LockableDatabase) {
    super({ database });
    this.#exec = (statement) => database.exec(statement);
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new LockingConnection(await this.#takeTurn(), this.#exec, async (ms) => {
      await this.releaseConnection();
      await setTimeout(ms);
      await this.#takeTurn();
    });
  }

  /**
   * Kysely's own lock wakes all waiting callers at each release: with a thousand of them, a statement takes fifty times
   * as long. This queue lets one caller through at a time, so Kysely's lock is always free.
   */
  async #takeTurn(): Promise<DatabaseConnection> {
    if (this.#isTaken) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#isTaken = true;
    return super.acquireConnection();
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

  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await ours(connection).begin();
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    ours(connection).commit();
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ours(connection).rollback();
  }
}

function ours(connection: DatabaseConnection): LockingConnection {
  if (connection instanceof LockingConnection) return connection;
  throw new TypeError('not a connection of this driver');
}

/** How long a write waits for another process that is writing, such as a person's own `sqlite3`. */
const PATIENCE_MS = 5_000;
const RETRY_MS = { first: 20, longest: 320 };

/**
 * Takes SQLite's write lock before a statement needs it. The driver never resets a prepared statement that found the lock
 * taken, and until it does, other statements seem to succeed and are never committed.
 *
 * SQLite's own way to wait would hold up the whole process. Here, a write that has to wait steps aside for others: reading
 * is always possible.
 */
class LockingConnection implements DatabaseConnection {
  readonly #connection: DatabaseConnection;
  readonly #exec: (statement: string) => void;
  /** Lets others use the database for a while. */
  readonly #stepAside: (ms: number) => Promise<void>;
  #isInTransaction = false;

  constructor(
    connection: DatabaseConnection,
    exec: (statement: string) => void,
    stepAside: (ms: number) => Promise<void>,
  ) {
    this.#connection = connection;
    this.#exec = exec;
    this.#stepAside = stepAside;
  }

  async begin(): Promise<void> {
    const until = performance.now() + PATIENCE_MS;
    for (let ms = RETRY_MS.first; ; ms = Math.min(2 * ms, RETRY_MS.longest)) {
      try {
        this.#exec('begin immediate');
        break;
      } catch (error) {
        if (!isBusy(error) || performance.now() >= until) throw error;
      }
      await this.#stepAside(ms);
    }
    this.#isInTransaction = true;
  }

  commit(): void {
    this.#exec('commit');
    this.#isInTransaction = false;
  }

  /** When the disk is full or failing, SQLite has ended the transaction itself. The error about that would hide the real one. */
  rollback(): void {
    this.#isInTransaction = false;
    try {
      this.#exec('rollback');
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    }
  }

  async executeQuery<Row>(query: Query): Promise<QueryResult<Row>> {
    if (this.#isInTransaction || isReading(query)) return this.#connection.executeQuery<Row>(query);
    await this.begin();
    try {
      const result = await this.#connection.executeQuery<Row>(query);
      this.commit();
      return result;
    } catch (error) {
      this.rollback();
      throw error;
    }
  }

  streamQuery<Row>(query: Query, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#connection.streamQuery<Row>(query, chunkSize);
  }
}

const isReading = ({ query, sql }: Query): boolean =>
  query.kind === 'SelectQueryNode' || /^\s*(?:select|explain|pragma)\b/i.test(sql);

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
