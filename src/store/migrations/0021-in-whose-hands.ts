import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/kysely.ts';

export const inWhoseHands: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema
      .alterTable('links')
      .addColumn('owner_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await sql`update links set owner_id = maker_id`.execute(db);
    // What was asked of a link's creator is asked of its owner.
    for (const index of ['links_by_payment', 'links_by_day', 'links_by_standing'])
      await schema.dropIndex(index).execute();
    await schema
      .createIndex('links_by_payment')
      .on('links')
      .columns(['team_id', 'paid_at', 'owner_id', 'amount_fils'])
      .where(sql`paid_at`, 'is not', null)
      .execute();
    await schema
      .createIndex('links_by_day')
      .on('links')
      .columns(['team_id', 'created_at', 'state', 'owner_id', 'amount_fils'])
      .execute();
    await schema
      .createIndex('links_by_standing')
      .on('links')
      .columns(['team_id', 'state', 'owner_id', 'expires_at', 'amount_fils'])
      .execute();
    await schema
      .createIndex('audit_entries_by_actor')
      .on('audit_entries')
      .columns(['team_id', 'actor_id'])
      .execute();

    await schema
      .alterTable('links')
      .addColumn('reminded_count', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable('links').addColumn('reminded_at', 'bigint').execute();
    await schema.alterTable('links').addColumn('reminded_in', 'text').execute();

    await schema.alterTable('links').addColumn('qr_channel_id', 'text').execute();
    await schema.alterTable('links').addColumn('qr_ts', 'text').execute();
  },
};
