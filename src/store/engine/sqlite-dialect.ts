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

class ForgivingSqliteDriver extends SqliteDriver {
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await super.rollbackTransaction(connection);
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('no transaction is active'))) throw error;
    }
  }
}
