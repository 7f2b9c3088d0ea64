import type { Kysely, Migration } from 'kysely';

export const pictures: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('links').addColumn('qr_state', 'text').execute();
    await db.schema
      .alterTable('links')
      .addColumn('qr_uploads', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    // Cards carried every picture that was uploaded until now.
    const links = (
      db as Kysely<{ links: { qr_file_id: string | null; qr_state: string; qr_uploads: number } }>
    )
      .updateTable('links')
      .set({ qr_state: 'taken', qr_uploads: 1 })
      .where('qr_file_id', 'is not', null);
    await links.execute();

    await db.schema
      .createTable('pictures')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('team_id', 'text', (column) => column.notNull())
      .addColumn('link_id', 'text')
      // SQLite keeps bytes under any type that it does not know.
      .addColumn('bytes', 'bytea' as 'blob')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('pictures_by_end').on('pictures').column('expires_at').execute();
    await db.schema.createIndex('pictures_by_team').on('pictures').column('team_id').execute();
  },
};
