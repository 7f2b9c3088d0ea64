import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/database.ts';

/** All or nothing: on SQLite Kysely opens no transaction for a migration, and the process may die halfway. */
export const inTransaction = (up: (db: Kysely<unknown>) => Promise<void>): Migration => ({
  up: (db: Kysely<unknown>) => (db.isTransaction ? up(db) : db.transaction().execute(up)),
});

/** SQL for both databases, with a semicolon after each statement. */
export const statements = (text: string): Migration =>
  inTransaction(async (db) => {
    for (const statement of text.split(';'))
      if (statement.trim() !== '') await sql.raw(statement.trim()).execute(db);
  });
