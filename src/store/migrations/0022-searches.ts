import type { Kysely, Migration } from 'kysely';

/** Searches for links, and what they are found by, however many links there are. */
export const searches: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('searches')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('query', 'text', (column) => column.notNull())
      .addColumn('starts', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('searches_by_age').on('searches').column('created_at').execute();
    await db.schema
      .createIndex('links_by_owner')
      .on('links')
      .columns(['team_id', 'owner_id', 'created_at'])
      .execute();
    await db.schema
      .createIndex('links_by_progress')
      .on('links')
      .columns(['team_id', 'state', 'created_at'])
      .execute();
  },
};
