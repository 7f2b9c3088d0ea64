import type { DatabaseConnection, DatabaseIntrospector, Driver, Kysely, SqliteDialectConfig } from 'kysely';
import { SqliteDialect, SqliteDriver, sql } from './kysely.ts';

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
