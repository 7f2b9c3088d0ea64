import type { Kysely, Migration } from 'kysely';

/** Where cards are, and what a channel wants. */
export const places: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const table of ['links', 'approvals'])
      await db.schema.alterTable(table).addColumn('card_refusal', 'text').execute();
    await db.schema.alterTable('links').addColumn('card_thread_ts', 'text').execute();
    await db.schema
      .createTable('channel_settings')
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('channel_id', 'text', (column) => column.notNull())
      .addColumn('chosen', 'text', (column) => column.notNull())
      .addColumn('set_by', 'text', (column) => column.notNull())
      .addColumn('set_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('channel_settings_pk', ['team_id', 'channel_id'])
      .execute();
  },
};
