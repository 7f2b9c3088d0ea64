import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/kysely.ts';

export const choices: Migration = {
  up: async (db: Kysely<unknown>) => {
    for (const table of ['links', 'approvals']) {
      await db.schema.alterTable(table).addColumn('replaces_link_id', 'text').execute();
      await db.schema.alterTable(table).addColumn('beside_link_id', 'text').execute();
    }
    await db.schema.alterTable('links').addColumn('invoice_asked', 'text').execute();
    await db.schema.alterTable('links').addColumn('invoice_key', 'text').execute();
    // Older rows may hold a number twice: the newest of them keeps it.
    await sql`update links set invoice_key = invoice_id where id in
      (select max(id) from links group by team_id, invoice_id)`.execute(db);
    await db.schema
      .createIndex('links_by_invoice_key')
      .unique()
      .on('links')
      .columns(['team_id', 'invoice_key'])
      .execute();
    await db.schema
      .createIndex('links_by_invoice_asked')
      .on('links')
      .columns(['team_id', 'invoice_asked'])
      .where(sql`invoice_asked`, 'is not', null)
      .execute();
    // Few links have any: the others cost these indexes nothing at each of their changes.
    for (const [name, column] of [
      ['links_by_replaced', 'replaces_link_id'],
      ['links_by_beside', 'beside_link_id'],
    ] as const)
      await db.schema
        .createIndex(name)
        .on('links')
        .column(column)
        .where(sql.ref(column), 'is not', null)
        .execute();
  },
};
