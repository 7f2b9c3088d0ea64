import type { DatabaseIntrospector, Kysely, Migration } from 'kysely';
import type { Schema } from '../schema.ts';
import type { DatabaseMarks } from './database-marks.ts';
import type { Engine } from './table.ts';

export {
  CamelCasePlugin,
  CompiledQuery,
  Kysely,
  Migrator,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  sql,
} from 'kysely';
export type { Engine };

/** The database as the parts of the store see it: one query layer, and the engine name for the few differences. */
export interface StoreDatabase {
  db: Kysely<Schema>;
  engine: Engine;
}

export interface OpenDatabaseOptions {
  onWarning?: (warning: string) => void;
  /** Whose clock says what is due: see `nowIn`. SQLite has none of its own. */
  timeFrom?: 'database' | 'caller';
  /** Hears what statements meet. */
  marks?: DatabaseMarks;
  /** Other than this version's: of releases that tests make up. */
  migrations?: Record<string, Migration>;
}

/** For the migrator, which needs only the names of our tables. */
export const introspect = (
  listTables: () => Promise<{ name: string; schema?: string }[]>,
): DatabaseIntrospector => {
  const getTables = async () => {
    const tables = await listTables();
    return tables.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }));
  };
  return { getSchemas: async () => [], getTables, getMetadata: async () => ({ tables: await getTables() }) };
};
