import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/database.ts';

/** SQL for both databases, with a semicolon after each statement. */
export const statements = (text: string): Migration => ({
  up: async (db: Kysely<unknown>) => {
    for (const statement of text.split(';'))
      if (statement.trim() !== '') await sql.raw(statement.trim()).execute(db);
  },
});
