import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/kysely.ts';

export const paidOut: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('links').addColumn('payout_id', 'text').execute();
    await db.schema.alterTable('links').addColumn('payout_at', 'bigint').execute();
    await db.schema
      .createIndex('links_by_payout')
      .on('links')
      .columns(['team_id', 'payout_id'])
      .where(sql`payout_id`, 'is not', null)
      .execute();
  },
};
