import type { Kysely, Migration } from 'kysely';

export const hiddenSteps: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('hidden_steps')
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text', (column) => column.notNull())
      .addColumn('hidden_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('hidden_steps_pk', ['team_id', 'user_id'])
      .execute();
  },
};
