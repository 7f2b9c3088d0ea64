import type { DatabaseConnection, Driver, SqliteDialectConfig } from 'kysely';
import { SqliteDialect, SqliteDriver } from './kysely.ts';

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
