import type { Kysely, Migration } from 'kysely';

/** Exports and summaries that come again and again. */
export const schedules: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('schedules')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('channel_id', 'text')
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('every', 'text', (column) => column.notNull())
      .addColumn('on_day', 'integer', (column) => column.notNull())
      .addColumn('at_minute', 'integer', (column) => column.notNull())
      .addColumn('what', 'text', (column) => column.notNull())
      .addColumn('set_by', 'text', (column) => column.notNull())
      .addColumn('set_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('schedules_by_team').on('schedules').columns(['team_id', 'kind']).execute();
  },
};
