import type { Kysely, Migration } from 'kysely';

export const threads: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('links').addColumn('thread_ts', 'text').execute();
    await db.schema.alterTable('approvals').addColumn('thread_ts', 'text').execute();
  },
};
