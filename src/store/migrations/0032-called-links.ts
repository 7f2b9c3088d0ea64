import type { Kysely, Migration } from 'kysely';
import { sql } from '../engine/kysely.ts';

/** A callback asks for its link's check in its own row: on PostgreSQL a change of the link writes to all its indexes. */
export const calledLinks: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema.alterTable('callbacks').addColumn('check_at', 'bigint').execute();
    await schema
      .createIndex('callbacks_by_check')
      .on('callbacks')
      .column('check_at')
      .where(sql`check_at`, 'is not', null)
      .execute();
  },
};
