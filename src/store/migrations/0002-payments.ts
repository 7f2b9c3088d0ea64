import type { Kysely, Migration } from 'kysely';

export const payments: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('links').addColumn('email_key', 'text').execute();
    await db.schema.alterTable('links').addColumn('phone_key', 'text').execute();
    await db.schema.alterTable('links').addColumn('payment', 'text').execute();
    await db.schema.alterTable('links').addColumn('check_due_at', 'bigint').execute();
    await db.schema
      .alterTable('links')
      .addColumn('check_attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('links').addColumn('nudge_at', 'bigint').execute();
    await db.schema.createIndex('links_by_check').on('links').column('check_due_at').execute();
    await db.schema.createIndex('links_by_nudge').on('links').column('nudge_at').execute();
    await db.schema
      .createIndex('links_by_amount')
      .on('links')
      .columns(['team_id', 'amount_fils', 'created_at'])
      .execute();

    await db.schema
      .createTable('callbacks')
      .addColumn('link_id', 'text', (column) => column.notNull().references('links.id'))
      .addColumn('evidence_hash', 'text', (column) => column.notNull())
      .addColumn('received_at', 'bigint', (column) => column.notNull())
      .addColumn('evidence', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('callbacks_key', ['link_id', 'evidence_hash'])
      .execute();

    await db.schema
      .createTable('sweeps')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema.alterTable('notices').addColumn('lease_token', 'text').execute();
    await db.schema
      .alterTable('notices')
      .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    // Its place is part of a notice's order: without it every look at the lanes sorts all that waits.
    await db.schema.dropIndex('notices_by_lane').execute();
    await db.schema
      .createIndex('notices_by_lane')
      .on('notices')
      .columns(['state', 'lane', 'created_at', 'position', 'id'])
      .execute();
    await db.schema.createIndex('notices_by_link').on('notices').columns(['link_id', 'kind']).execute();
    await db.schema
      .createIndex('notices_of_lane')
      .on('notices')
      .columns(['lane', 'state', 'updated_at'])
      .execute();
  },
};
