import type { DatabaseIntrospector, Kysely } from 'kysely';
import { PostgresDialect, sql } from './kysely.ts';

/**
 * Kysely looks for its migration tables in the whole database: it would mistake another schema's tables for ours,
 * and fails if a table is dropped at that moment. This dialect looks only in the schema that holds our tables.
 */
export class OneSchemaDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    const getTables = async () => {
      const { rows } = await sql<{ schema: string; name: string }>`
        select schemaname as schema, tablename as name from pg_tables where schemaname = current_schema()
      `.execute(db);
      return rows.map((row) => ({ ...row, isView: false, isForeign: false, columns: [] }));
    };
    return {
      getSchemas: async () => [],
      getTables,
      getMetadata: async () => ({ tables: await getTables() }),
    };
  }
}
