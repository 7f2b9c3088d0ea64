import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/kysely.ts';

/** What the home, the daily close and the limit of a customer ask is answered by an index, however many links there are. */
export const foundByIndex: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('links').addColumn('paid_at', 'bigint').execute();
    await sql`
      update links set paid_at = (
        select min(link_events.at) from link_events
        where link_events.link_id = links.id
          and link_events.to_state = 'paid' and link_events.from_state <> 'paid'
      ) where state = 'paid'
    `.execute(db);
    await db.schema
      .createIndex('links_by_payment')
      .on('links')
      .columns(['team_id', 'paid_at', 'maker_id', 'amount_fils'])
      .where(sql`paid_at`, 'is not', null)
      .execute();

    // With all that is asked of them, so that no row has to be read for a sum.
    await db.schema.dropIndex('links_by_day').execute();
    await db.schema
      .createIndex('links_by_day')
      .on('links')
      .columns(['team_id', 'created_at', 'state', 'maker_id', 'amount_fils'])
      .execute();
    await db.schema
      .createIndex('links_by_standing')
      .on('links')
      .columns(['team_id', 'state', 'maker_id', 'expires_at', 'amount_fils'])
      .execute();
    // The two above serve what it did.
    await db.schema.dropIndex('links_by_maker').execute();

    await db.schema
      .createIndex('links_by_phone')
      .on('links')
      .columns(['team_id', 'phone_key', 'created_at'])
      .execute();
    await db.schema
      .createIndex('links_by_email')
      .on('links')
      .columns(['team_id', 'email_key', 'created_at'])
      .execute();

    await db.schema.alterTable('approvals').addColumn('sum_fils', 'bigint').execute();
  },
};
