import type {
  DatabaseConnection,
  DatabaseIntrospector,
  DialectAdapter,
  Driver,
  PostgresDialectConfig,
  TransactionSettings,
} from 'kysely';
import {
  CompiledQuery,
  introspect,
  type Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  sql,
} from './database.ts';
import { PostgresWithClock } from './now.ts';

/**
 * Kysely looks for its migration tables in all schemas: it would mistake another schema's tables for ours, and it fails
 * if a table is dropped meanwhile. This dialect looks only in our schema.
 */
export class OneSchemaDialect extends PostgresDialect {
  protected readonly config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.config = config;
  }

  override createDriver(): Driver {
    return new ReadCommittedDriver(this.config);
  }

  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return introspect(async () => {
      const tables = sql<{ schema: string; name: string }>`
        select schemaname as schema, tablename as name from pg_tables where schemaname = current_schema()
      `;
      return (await tables.execute(db)).rows;
    });
  }
}

/** Its statements read the time from the database: see `nowIn`. */
export class ClockDialect extends OneSchemaDialect {
  override createAdapter(): DialectAdapter {
    return new PostgresWithClock();
  }
}

/**
 * Who waits for one of our locks must then see what its holder wrote. With `default_transaction_isolation` above this, a
 * transaction sees the database as it was before it waited.
 */
class ReadCommittedDriver extends PostgresDriver {
  override beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    return super.beginTransaction(connection, { ...settings, isolationLevel: 'read committed' });
  }
}

/**
 * Kysely locks migrations for a session. A pooler may give the release to another session than the lock, and the next
 * start would wait for ever. Here the lock lasts as long as the transaction that migrates.
 */
export class MigratingDialect extends OneSchemaDialect {
  override createAdapter(): DialectAdapter {
    return new WithoutSessionLock();
  }

  override createDriver(): Driver {
    return new MigratingDriver(this.config);
  }
}

class WithoutSessionLock extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }

  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

/** Kysely's own, so that versions of Paylink before this one wait, too. */
const LOCK = 'select pg_advisory_xact_lock(3853314791062309107)';

class MigratingDriver extends ReadCommittedDriver {
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await super.beginTransaction(connection, settings);
    await connection.executeQuery(CompiledQuery.raw(LOCK));
  }
}
