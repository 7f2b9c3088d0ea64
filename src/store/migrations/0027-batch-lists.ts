import type { Kysely, Migration } from 'kysely';

export const batchLists: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('batch_lists')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('source_id', 'text', (column) => column.notNull())
      .addColumn('preview_id', 'text')
      .addColumn('keeper_id', 'text', (column) => column.notNull())
      .addColumn('day', 'integer', (column) => column.notNull())
      .addColumn('at_minute', 'integer', (column) => column.notNull())
      .addColumn('next_on', 'text', (column) => column.notNull())
      .addColumn('set_at', 'bigint', (column) => column.notNull())
      .addColumn('stopped_at', 'bigint')
      .execute();
    await db.schema
      .createIndex('batch_lists_by_team')
      .on('batch_lists')
      .columns(['team_id', 'stopped_at'])
      .execute();
    await db.schema.createIndex('batch_lists_by_source').on('batch_lists').column('source_id').execute();
    await db.schema.alterTable('batches').addColumn('list_id', 'text').execute();
    await db.schema.createIndex('batches_by_state').on('batches').columns(['team_id', 'state']).execute();
  },
};
