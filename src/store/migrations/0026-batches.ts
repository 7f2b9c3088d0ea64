import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/kysely.ts';

export const batches: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('links').addColumn('batch_id', 'text').execute();
    await db.schema
      .createIndex('links_by_batch')
      .on('links')
      .column('batch_id')
      .where(sql`batch_id`, 'is not', null)
      .execute();
    await db.schema
      .createTable('batches')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('channel_id', 'text', (column) => column.notNull())
      .addColumn('maker_id', 'text', (column) => column.notNull())
      .addColumn('maker_name', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('file_name', 'text', (column) => column.notNull())
      .addColumn('headings', 'text', (column) => column.notNull())
      .addColumn('rows', 'integer', (column) => column.notNull())
      .addColumn('sum_fils', 'bigint', (column) => column.notNull())
      .addColumn('limit_fils', 'bigint')
      .addColumn('trouble', 'text')
      .addColumn('runs', 'integer', (column) => column.notNull())
      .addColumn('decided_by', 'text')
      .addColumn('card_channel_id', 'text')
      .addColumn('card_ts', 'text')
      .addColumn('erased_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('batch_rows')
      .addColumn('batch_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('nonce', 'text', (column) => column.notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('cells', 'text')
      .addColumn('request', 'text')
      .addColumn('amount_fils', 'bigint')
      .addColumn('expires_at', 'bigint')
      .addColumn('faults', 'text')
      .addColumn('twin_of', 'integer')
      .addColumn('alike', 'text')
      .addPrimaryKeyConstraint('batch_rows_key', ['batch_id', 'number'])
      .execute();
    await db.schema.createIndex('batch_rows_by_nonce').on('batch_rows').column('nonce').unique().execute();
  },
};
