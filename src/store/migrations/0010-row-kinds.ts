import type { Kysely, Migration } from 'kysely';

export const rowKinds: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('row_kinds')
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('word_key', 'text', (column) => column.notNull())
      .addColumn('word', 'text', (column) => column.notNull())
      .addColumn('met_at', 'bigint', (column) => column.notNull())
      .addColumn('answer', 'text')
      .addColumn('answered_by', 'text')
      .addColumn('answered_at', 'bigint')
      .addPrimaryKeyConstraint('row_kinds_pk', ['team_id', 'word_key'])
      .execute();
  },
};
