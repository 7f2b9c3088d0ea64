import type { Kysely, Migration } from 'kysely';

export const counterWindows: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('counter_windows')
      .addColumn('view_id', 'text', (column) => column.primaryKey())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('link_id', 'text', (column) => column.notNull())
      .addColumn('hash', 'text')
      .addColumn('opened_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('counter_windows_by_team').on('counter_windows').column('team_id').execute();
    await db.schema.createIndex('counter_windows_by_age').on('counter_windows').column('opened_at').execute();
  },
};
