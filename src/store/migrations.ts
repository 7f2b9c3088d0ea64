import type { Kysely, Migration } from 'kysely';
import { Migrator, PostgresAdapter, sql } from './engine/database.ts';
import { DatabaseUnusableError } from './engine/database-errors.ts';
import { buildStatements, fingerprint } from './engine/table.ts';
import { type Schema, TABLES } from './schema.ts';

const tables = Object.values(TABLES);

/**
 * Until 1.0.0 there is one, made from the tables' definitions and named after their fingerprint: tables of another version are refused.
 * From 1.0.0 on: forward only, in the order of their names; never change the effect of one that was released.
 */
export const MIGRATIONS: Record<string, Migration> = {
  [`0001-${fingerprint(tables)}`]: {
    up: async (db: Kysely<unknown>) => {
      const engine = db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
      for (const statement of tables.flatMap((table) => buildStatements(engine, table)))
        await sql.raw(statement).execute(db);
    },
  },
};

/** What to do about tables of another version. */
export const OTHER_TABLES =
  'Nothing was changed. Until 1.0.0, tables are not carried over: run the version that made them until its last link has ended, keep its exports, and then begin anew with an empty database';

/**
 * Makes the tables, all or nothing. Simultaneous starts wait for each other. Throws `DatabaseUnusableError`, and changes
 * nothing, if another version made them.
 */
export const migrate = async (db: Kysely<Schema>): Promise<void> => {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => MIGRATIONS } });
  const { error } = await migrator.migrateToLatest();
  const foreign = error instanceof Error && /migration (\S+) is missing/.exec(error.message)?.[1];
  if (foreign) {
    throw new DatabaseUnusableError(
      `The tables of this database were made by another version of Paylink (${foreign}). ${OTHER_TABLES}.`,
      { cause: error },
    );
  }
  if (error) throw new Error('The tables could not be made.', { cause: error });
};
