import type { Kysely, Migration } from 'kysely';

export const linksAndNotices: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('nonce', 'text', (column) => column.notNull().unique())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('enterprise_id', 'text')
      .addColumn('channel_id', 'text', (column) => column.notNull())
      .addColumn('maker_id', 'text', (column) => column.notNull())
      .addColumn('maker_name', 'text', (column) => column.notNull())
      .addColumn('invoice_id', 'text', (column) => column.notNull())
      .addColumn('invoice_id_is_ours', 'integer', (column) => column.notNull())
      .addColumn('callback_token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('amount_fils', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('request', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text')
      .addColumn('address', 'text')
      .addColumn('answer', 'text')
      .addColumn('failure', 'text')
      .addColumn('card_channel_id', 'text')
      .addColumn('card_ts', 'text')
      .addColumn('qr_file_id', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('links_by_state').on('links').columns(['state', 'created_at']).execute();
    await db.schema
      .createIndex('links_by_invoice_id')
      .on('links')
      .columns(['team_id', 'invoice_id'])
      .execute();

    await db.schema
      .createTable('link_events')
      .addColumn('link_id', 'text', (column) => column.notNull().references('links.id'))
      .addColumn('version', 'integer', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('from_state', 'text')
      .addColumn('to_state', 'text', (column) => column.notNull())
      .addColumn('cause', 'text', (column) => column.notNull())
      .addColumn('evidence', 'text')
      .addPrimaryKeyConstraint('link_events_key', ['link_id', 'version'])
      .execute();

    await db.schema
      .createTable('notices')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('lane', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('link_id', 'text', (column) => column.notNull().references('links.id'))
      .addColumn('detail', 'text')
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('last_error', 'text')
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('notices_by_lane')
      .on('notices')
      .columns(['state', 'lane', 'created_at', 'id'])
      .execute();
  },
};
