import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/kysely.ts';

export const installs: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('installations').addColumn('since', 'bigint').execute();
    await sql`update installations set since = installed_at`.execute(db);
    await db.schema.alterTable('workspaces').addColumn('left_at', 'bigint').execute();
  },
};
