import pg from 'pg';
import { z } from 'zod';
import { buildUnreachableError } from './database-unreachable.ts';

export interface ServerInspection {
  /** `server_version_num`: 150004 is 15.4. */
  version: number;
  /** Whether this user may create tables in the schema we would use. */
  mayCreate: boolean;
  applied: string[];
}

const standingSchema = z.tuple([
  z.object({ version: z.number(), may_create: z.boolean().nullable(), has_table: z.boolean() }),
]);
const namesSchema = z.array(z.object({ name: z.string() }));

/** The state of a PostgreSQL server, without changing it. Throws `DatabaseUnreachableError` if it cannot be used. */
export const inspectPostgres = async (databaseUrl: string, patienceMs: number): Promise<ServerInspection> => {
  let client: pg.Client | null = null;
  try {
    client = new pg.Client({
      connectionString: databaseUrl,
      application_name: 'paylink-doctor',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
    });
    client.on('error', () => {});
    await client.connect();
    await client.query('begin read only');
    const { rows } = await client.query(`
      select current_setting('server_version_num')::int as version,
        has_schema_privilege(current_schema(), 'create') as may_create,
        exists (
          select from pg_tables where schemaname = current_schema() and tablename = 'kysely_migration'
        ) as has_table
    `);
    const [{ version, may_create: mayCreate, has_table: hasTable }] = standingSchema.parse(rows);
    // Null: no schema in the search path exists.
    if (mayCreate === null) throw Object.assign(new Error(), { code: '3F000' });
    const applied = hasTable
      ? namesSchema
          .parse((await client.query('select name from kysely_migration order by name')).rows)
          .map(({ name }) => name)
      : [];
    return { version, mayCreate, applied };
  } catch (error) {
    throw buildUnreachableError(error);
  } finally {
    await client?.end().catch(() => {});
  }
};
