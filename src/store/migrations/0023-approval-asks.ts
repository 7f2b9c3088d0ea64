import type { Kysely, Migration } from 'kysely';

export const approvalAsks: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('approval_asks')
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('approval_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('round', 'integer', (column) => column.notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('asked_at', 'bigint', (column) => column.notNull())
      .addColumn('channel_id', 'text')
      .addColumn('ts', 'text')
      .addPrimaryKeyConstraint('approval_asks_pk', ['team_id', 'approval_id', 'user_id'])
      .execute();
  },
};
