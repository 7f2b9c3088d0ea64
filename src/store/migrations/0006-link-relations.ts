import type { Kysely, Migration } from 'kysely';

export const linkRelations: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('links_by_order_id').on('links').columns(['team_id', 'order_id']).execute();
    await db.schema.alterTable('links').addColumn('paid_twice_with', 'text').execute();
  },
};
